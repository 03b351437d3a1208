"""The InfoNCE loss of a single node, with every number that goes into it.

    ℓ_i = −sim(s_i, h_i)/τ + log Z_i,   Z_i = Σ_k exp(sim(h_k, h_i)/τ), k over all nodes, i itself included.

The mean of ℓ_i over all nodes is the loss of `info_nce`. A node needs one row of similarities, O(N·width).
"""

import math
from dataclasses import dataclass

import numpy as np

from n2n.methods.n2n.settings import Settings

DEFINITION = (
    r"\ell_i = -\log \frac{\exp(\text{sim}(\vec{s}_i, \vec{h}_i)/\tau)}"
    r"{\sum_k \exp(\text{sim}(\vec{h}_k, \vec{h}_i)/\tau)}"
)
"""ℓ_i in LaTeX."""


@dataclass(frozen=True, eq=False)
class NodeLoss:
    """ℓ_i of one node, computed exactly."""

    node: int
    epoch: int
    """The epoch after which the embedding was taken."""
    num_nodes: int
    tau: float
    similarity: str
    """"cosine" or "dot"."""
    positives: np.ndarray
    """Ids of the nodes that stand for the neighbourhood, best first."""
    positive_similarity: float
    """sim(s_i, h_i)."""
    log_z: float
    """log Z_i."""
    own_share: float
    """The share of Z_i that the node itself has."""
    positive_shares: np.ndarray
    """The shares of its positives."""
    hardest: np.ndarray
    """Ids of the most similar negatives, the most similar first; neither the node nor a positive is one."""
    similarities: np.ndarray
    """Their similarities to the node."""
    shares: np.ndarray
    """Their shares of Z_i."""

    @property
    def terms(self) -> list[tuple[str, int, float]]:
        """(role, node, share of Z_i): the node itself, its positives, and the hardest negatives."""
        positives = [node for node in self.positives.tolist() if node != self.node]
        return [
            ("itself", self.node, self.own_share),
            *(("positive", *term) for term in zip(positives, self.positive_shares.tolist(), strict=True)),
            *(("negative", *term) for term in zip(self.hardest.tolist(), self.shares.tolist(), strict=True)),
        ]

    @property
    def loss(self) -> float:
        """ℓ_i."""
        return self.log_z - self.positive_similarity / self.tau

    @property
    def equal_share(self) -> float:
        """The share that each node would have if all were equally similar."""
        return 1 / self.num_nodes

    @property
    def formula(self) -> str:
        """`DEFINITION` with the values filled in, in LaTeX."""
        similar, tau = f"{self.positive_similarity:.4f}", f"{self.tau:g}"
        return (
            rf"-\log \frac{{\exp({similar}/{tau})}}{{{_latex(self.log_z)}}}"
            rf" = {self.log_z:.4f} - \frac{{{similar}}}{{{tau}}} = {self.loss:.4f}"
        )


def _latex(log_z: float) -> str:
    """Z in LaTeX; as a power where it is beyond what is easily read."""
    return f"{math.exp(log_z):,.1f}".replace(",", r"\,") if log_z < 16 else f"e^{{{log_z:.3f}}}"


def loss_of_node(
    h: np.ndarray,
    node: int,
    positives: np.ndarray,
    s: Settings,
    *,
    epoch: int = 0,
    hardest: int = 10,
) -> NodeLoss:
    """ℓ_i of a node from the representations of all nodes.

    Args:
        h: (N, width) representations.
        positives: ids of the node's positives; itself where it has no neighbour.
        s: those of the training.
        hardest: how many negatives to name.

    >>> loss = loss_of_node(np.eye(4), 0, np.array([0]), Settings(tau=1.0))
    >>> round(loss.loss, 4), loss.hardest.tolist()
    (0.7437, [1, 2, 3])
    """
    length = np.linalg.norm(np.asarray(h, np.float32), axis=1).astype(np.float64)
    own = np.asarray(h[node], np.float64)
    products = np.asarray(h, np.float32) @ own.astype(np.float32)
    x = products.astype(np.float64)
    x[node] = own @ own
    if s.similarity == "cosine":
        x = x / np.where(length > 0, length, 1) / (length[node] or 1)
    with_self = s.include_self and s.k != 1
    members = np.union1d(positives, [node]) if with_self else np.asarray(positives)
    aggregate = {"mean": np.mean, "max": np.max, "sum": np.sum}[s.aggregator]
    near = aggregate(np.asarray(h[members], np.float64), 0)
    similar = float(near @ own)
    if s.similarity == "cosine":
        similar = float(similar / ((np.linalg.norm(near) or 1) * (length[node] or 1)))
    log_z = _log_sum(x / s.tau)
    shares = np.exp(x / s.tau - log_z)
    negative = np.ones(len(x), bool)
    negative[members] = negative[node] = False
    places = np.flatnonzero(negative)
    first = places[np.argsort(-x[places], kind="stable")[:hardest]]
    others = np.asarray(positives)[np.asarray(positives) != node]
    return NodeLoss(
        node=node,
        epoch=epoch,
        num_nodes=len(x),
        tau=s.tau,
        similarity=s.similarity,
        positives=np.asarray(positives),
        positive_similarity=similar,
        log_z=log_z,
        own_share=float(shares[node]),
        positive_shares=shares[others],
        hardest=first,
        similarities=x[first],
        shares=shares[first],
    )


def _log_sum(x: np.ndarray) -> float:
    top = x.max()
    return float(top + np.log(np.exp(x - top).sum()))
