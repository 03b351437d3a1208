"""SplineCNN: a convolution whose weights depend smoothly on where an edge leads."""

import scipy.sparse as sp
import torch
import torch.nn.functional as F

from n2n.graph.adjacency import normalised
from n2n.methods.baselines.base import Layered


class SplineCNN(Layered):
    """h_i = ELU(mean over j of x_j·g(u_ij) + x_i·W_own), with g a B-spline between matrices of weights.

    Fey et al., SplineCNN: fast geometric deep learning with continuous B-spline kernels, 2018. As the authors
    do for Cora: one pseudo-coordinate u, the degree of the node that receives divided by the largest degree,
    two control points and degree 1, so that g(u) = (1 − u)·W₀ + u·W₁ and the sum falls into two products with
    constant sparse matrices, (D⁻¹A·(1 − u))·X W₀ + (D⁻¹A·u)·X W₁.
    """

    activation = staticmethod(F.elu)

    def prepare(self) -> None:
        mean = normalised(self.graph, "mean", loops=False)
        u = self.graph.degree / max(self.graph.degree.max(initial=0), 1)
        self.basis = [self.sparse(sp.diags_array(part.astype("float32")) @ mean) for part in (1 - u, u)]
        self.control = self.linears([size for size in self.sizes() for _ in self.basis], bias=False)
        self.own = self.linears(self.sizes())

    def layer(self, index: int, x) -> torch.Tensor:
        """The node, and its neighbours by the two control points."""
        x = self.drop(x)
        parts = (self.control[2 * index + point](x, matrix) for point, matrix in enumerate(self.basis))
        return self.own[index](x) + sum(parts)
