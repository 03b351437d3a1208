"""GCN, and the MLP that is the same without edges."""

from n2n.methods.baselines.base import Layered


class MLP(Layered):
    """The floor: the same layers and training without any edge, h = ReLU(X W₁ + b₁), logits = h W₂ + b₂."""

    adjacency = None

    def prepare(self) -> None:
        self.layers = self.linears(self.sizes())

    def layer(self, index: int, x):
        return self.layers[index](self.drop(x), self.adjacency)


class GCN(MLP):
    """Graph convolutional network: h = ReLU(Â X W₁ + b₁), logits = Â h W₂ + b₂, Â = D^-½(A+I)D^-½.

    Kipf and Welling, Semi-supervised classification with graph convolutional networks, 2017. The L2 penalty
    acts on all weights.
    """

    def prepare(self) -> None:
        super().prepare()
        self.adjacency = self.edges()
