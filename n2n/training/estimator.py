"""N2N as an estimator with the interface of scikit-learn."""

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator, TransformerMixin

from n2n.graph import Graph
from n2n.methods.n2n.settings import Settings
from n2n.training.fit import fit


class N2NEmbedding(TransformerMixin, BaseEstimator):
    """Embed the nodes of a graph without labels (URL), or with them (JL).

    The arguments are what most people change; `settings` takes a whole `n2n.Settings` instead, and then the
    others are ignored.

    Attributes:
        embedding_: (N, width) one row per node.
        run_: the `n2n.Run`.

    >>> import n2n
    >>> N2NEmbedding(width=8, epochs=3).fit_transform(n2n.load("karate")).shape
    (34, 8)
    """

    def __init__(
        self,
        k: int | str = 1,
        *,
        framework: str = "URL",
        sampler: str = "taps",
        width: int = 512,
        epochs: int = 200,
        tau: float = 5.0,
        learning_rate: float = 0.001,
        dropout: float = 0.6,
        seed: int = 0,
        settings: Settings | None = None,
    ):
        self.k = k
        self.framework = framework
        self.sampler = sampler
        self.width = width
        self.epochs = epochs
        self.tau = tau
        self.learning_rate = learning_rate
        self.dropout = dropout
        self.seed = seed
        self.settings = settings

    def fit(self, graph, y=None) -> "N2NEmbedding":
        """Train on a `Graph`, a torch-geometric `Data` or a networkx graph.

        Args:
            y: labels instead of the graph's own, −1 for unknown; needed by joint learning only.
        """
        graph = _as_graph(graph)
        if y is not None:
            y = np.asarray(y)
            graph = graph.replace(y=y, class_names=tuple(f"Class {label}" for label in range(y.max() + 1)))
        if graph.num_features == 0:
            raise ValueError(f"{graph.name} has no features: make some with n2n.with_features first.")
        names = ("k", "framework", "sampler", "width", "epochs", "tau", "learning_rate", "dropout", "seed")
        self.run_ = fit(graph, self.settings or Settings(**{name: getattr(self, name) for name in names}))
        self.embedding_ = self.run_.embeddings
        self.n_features_in_ = graph.num_features
        return self

    def fit_transform(self, graph, y=None) -> np.ndarray:
        return self.fit(graph, y).embedding_

    def transform(self, graph) -> np.ndarray:
        """(M, width) embeddings of the nodes of a graph by their features, whether they were fitted or not.

        Args:
            graph: as in `fit`, or the features alone, as many per node as in the graph fitted.
        """
        if not hasattr(self, "run_"):
            raise ValueError("Nothing has been fitted yet: call fit or fit_transform first.")
        is_matrix = isinstance(graph, np.ndarray) or sp.issparse(graph)
        return self.run_.embed(graph if is_matrix else _as_graph(graph))


def _as_graph(graph) -> Graph:
    if isinstance(graph, Graph):
        return graph
    if hasattr(graph, "edge_index"):
        return Graph.from_pyg(graph)
    if hasattr(graph, "nodes") and hasattr(graph, "edges"):
        return Graph.from_networkx(graph)
    raise ValueError(f"{type(graph).__name__} is not a graph: give a Graph, a Data or a networkx graph.")
