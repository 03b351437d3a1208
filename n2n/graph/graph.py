"""The graph that everything works on: adjacency in CSR, features, labels, splits.

A `Graph` is undirected and simple. Whatever else an input has (direction, self-loops, repeated edges) is
dropped on entry and counted in `Graph.dropped`, so that a page can say so.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix, compact, entry_rows
from n2n.graph import checks, storage
from n2n.graph.checks import Dropped
from n2n.graph.splits import Split, choose_split, masks_of

NO_LABEL = "no label"
"""What a figure calls nodes without a label."""


@dataclass(frozen=True, eq=False)
class Graph:
    """An undirected simple graph 𝒢 = (𝒱, ℰ) with node features and labels.

    Build one with `Graph.from_edges`, `Graph.from_pyg`, `Graph.from_networkx` or `n2n.load`.

    >>> g = Graph.from_edges([[0, 1, 1, 2], [1, 0, 2, 2]], x=np.eye(3), y=[0, 0, 1])
    >>> g.num_nodes, g.num_edges, g.dropped
    (3, 2, Dropped(self_loops=1, repeats=0, one_way=1))
    """

    indptr: np.ndarray
    """(N+1,) start of each node's neighbours in `indices`."""
    indices: np.ndarray
    """(2·|ℰ|,) neighbours of all nodes, ascending within a node; every edge is in it twice."""
    x: Matrix
    """(N, D) features in float32, as a csr_array or a dense array."""
    y: np.ndarray
    """(N,) labels 0..C−1; −1 where a node has none."""
    class_names: tuple[str, ...]
    name: str = "graph"
    provenance: str = ""
    dropped: Dropped = field(default_factory=Dropped)
    public: Split | None = None
    """The split that comes with the dataset, if any."""
    node_names: Sequence[str] | None = None
    """Names of the nodes in their source; None where nodes are known by their number."""
    node_ids: Sequence[str] | None = None
    """Ids of the nodes in their source where these are not the names: tables and exports refer to them."""
    further_splits: tuple[Split, ...] = ()
    """More splits that come with the dataset: `split("public", seed=1)` is the first of them."""
    folder: Path | None = None
    """The folder in which the arrays are, memory-mapped; None for a graph in memory."""

    @classmethod
    def from_edges(
        cls,
        edges,
        *,
        x,
        y=None,
        num_nodes: int | None = None,
        class_names=None,
        name: str = "graph",
        provenance: str = "",
        public: Split | None = None,
        node_names=None,
        node_ids=None,
        further_splits: tuple[Split, ...] = (),
    ) -> "Graph":
        """A graph from an edge list with features and labels, all of it checked.

        Args:
            edges: (2, M) node ids; an edge may be given in one or in both directions.
            x: (N, D) features, dense or scipy sparse; None gives a graph without features (D = 0).
            y: (N,) integer labels, −1 for unknown; None for no labels.
            num_nodes: needed only if x and y are both None.
            node_names: N names; None where nodes are known by their number.
            node_ids: N ids, where the source knows nodes by something else than their names.
            further_splits: splits beside `public`, of which a seed chooses one.

        Raises:
            ValueError: names the field, the first wrong row and what is expected.
        """
        n = checks.as_num_nodes(x, y, num_nodes)
        y = checks.as_labels(y, n, None if class_names is None else len(class_names))
        indptr, indices, dropped = checks.simple_adjacency(checks.as_edges(edges, n), n)
        return cls(
            indptr,
            indices,
            checks.as_features(x, n),
            y,
            checks.as_class_names(class_names, y),
            name,
            provenance,
            dropped,
            None if public is None else checks.as_split(public, n),
            None if node_names is None else checks.as_node_names(node_names, n),
            None if node_ids is None else checks.as_node_names(node_ids, n, "node_ids"),
            tuple(checks.as_split(split, n) for split in further_splits),
        )

    @property
    def num_nodes(self) -> int:
        """N = |𝒱|."""
        return len(self.indptr) - 1

    @property
    def num_edges(self) -> int:
        """|ℰ|, each undirected edge counted once."""
        return len(self.indices) // 2

    @property
    def num_features(self) -> int:
        """D."""
        return self.x.shape[1]

    @property
    def num_classes(self) -> int:
        """C."""
        return len(self.class_names)

    @cached_property
    def class_sizes(self) -> np.ndarray:
        """(C,) nodes of each class; a class may have none."""
        return np.bincount(self.y[self.y >= 0], minlength=self.num_classes)

    @cached_property
    def has_labels(self) -> bool:
        """Whether at least one node has a label."""
        return bool((self.y >= 0).any())

    @cached_property
    def degree(self) -> np.ndarray:
        """(N,) number of neighbours d_i = |𝒩_i|."""
        return np.diff(self.indptr)

    @cached_property
    def num_isolated(self) -> int:
        """Number of nodes without a neighbour."""
        return int((self.degree == 0).sum())

    @property
    def sources(self) -> np.ndarray:
        """(2·|ℰ|,) the node at which each directed edge starts; `indices` has the node at which it ends."""
        return entry_rows(self.indptr, self.indices.dtype)

    def edges(self) -> np.ndarray:
        """(2, |ℰ|) each undirected edge once, the lower node id first."""
        directed = np.stack([self.sources, self.indices])
        return directed[:, directed[0] < directed[1]]

    def name_of(self, node: int) -> str:
        """The name of a node, or its number where it has none."""
        return str(node) if self.node_names is None else self.node_names[node]

    def names(self) -> list[str]:
        """`name_of` every node."""
        return list(map(str, range(self.num_nodes)) if self.node_names is None else self.node_names)

    def ids(self) -> list[str]:
        """The id of every node in its source: its name where it has no other.

        >>> pair = Graph.from_edges([[0], [1]], x=None, num_nodes=2, node_names=["Ann", "Ben"])
        >>> pair.ids(), pair.replace(node_ids=("n0", "n1")).ids()
        (['Ann', 'Ben'], ['n0', 'n1'])
        """
        return self.names() if self.node_ids is None else list(self.node_ids)

    def class_name(self, label: int, unknown: str = "") -> str:
        """The name of a class; `unknown` for −1, no label."""
        return self.class_names[label] if label >= 0 else unknown

    def classes(self, nodes: np.ndarray | slice = slice(None)) -> list[str]:
        """The class name of every node, or of some nodes; empty for a node without a label."""
        return [self.class_name(label) for label in self.y[nodes]]

    def neighbours(self, node: int) -> np.ndarray:
        """𝒩_i, ascending."""
        return self.indices[self.indptr[node] : self.indptr[node + 1]]

    def adjacency(self, dtype: type[np.number] = np.float32) -> sp.csr_array:
        """A as a scipy matrix that shares this graph's index arrays."""
        ones = np.ones(len(self.indices), dtype)
        return sp.csr_array((ones, self.indices, self.indptr), shape=(self.num_nodes, self.num_nodes))

    @property
    def public_splits(self) -> tuple[Split, ...]:
        """All splits that come with the dataset."""
        return () if self.public is None else (self.public, *self.further_splits)

    @property
    def has_one_split(self) -> bool:
        """Whether exactly one split comes with the dataset, so that no seed chooses or draws one."""
        return len(self.public_splits) == 1

    def split(
        self,
        protocol: str = "paper",
        seed: int = 0,
        fractions: tuple[float, float, float] = (0.6, 0.2, 0.2),
    ) -> Split:
        """Training, validation and test nodes; see `n2n.graph.splits` for the protocols.

        >>> Graph.from_edges([[0], [1]], x=np.eye(10), y=[0] * 10).split("random").sizes
        (6, 2, 2)
        """
        return choose_split(self.name, self.y, self.public_splits, protocol, seed, fractions)

    def replace(self, **changes) -> "Graph":
        """A copy with some fields changed, for instance other features; it is no longer that of a folder."""
        return replace(self, **({"folder": None} | changes))

    def save(self, path: str | os.PathLike, *, replace: bool = False) -> None:
        """Write the graph to a folder of plain arrays, completely or not at all; `n2n.open_graph` opens it.

        Args:
            replace: whether a graph folder that is already there may be replaced; nothing else ever is.
        """
        storage.save(self, path, replace)

    def to_pyg(self):
        """A `torch_geometric.data.Data` with dense x, edge_index, y and, where known, the public masks."""
        import torch  # here for the start-up time
        from torch_geometric.data import Data

        x = self.x.toarray() if sp.issparse(self.x) else self.x
        data = Data(
            x=torch.from_numpy(np.require(x, requirements=["C", "W"])),
            edge_index=torch.from_numpy(np.stack([self.sources, self.indices]).astype(np.int64)),
            y=torch.from_numpy(self.y),
        )
        data.num_nodes = self.num_nodes
        for name, mask in masks_of(self.public_splits, self.num_nodes).items():
            data[name] = torch.from_numpy(mask)
        return data

    @classmethod
    def from_pyg(
        cls, data, *, name: str = "graph", provenance: str = "torch-geometric", class_names=None
    ) -> "Graph":
        """The graph of a `torch_geometric.data.Data`.

        One-dimensional masks become the public split; masks with many columns, one per split, are left out.
        """
        return cls.from_edges(
            data.edge_index.numpy(),
            x=None if data.x is None else compact(data.x.numpy()),
            y=None if data.y is None else data.y.numpy(),
            num_nodes=data.num_nodes,
            public=Split.from_masks(
                {name: mask.numpy() for name, mask in data.to_dict().items() if name.endswith("_mask")}
            ),
            name=name,
            provenance=provenance,
            class_names=class_names,
        )

    def to_networkx(self):
        """A `networkx.Graph` on the nodes 0..N−1 with the attributes `label` and `class_name`."""
        import networkx as nx  # here for the start-up time

        out = nx.Graph(name=self.name)
        for node, (label, class_name) in enumerate(zip(self.y.tolist(), self.classes(), strict=True)):
            out.add_node(node, label=label, class_name=class_name)
        out.add_edges_from(self.edges().T.tolist())
        return out

    @classmethod
    def from_networkx(
        cls, graph, *, label: str | None = "label", x=None, name: str = "graph", provenance: str = "networkx"
    ) -> "Graph":
        """The graph of a `networkx` graph, with its nodes in their own order.

        Args:
            label: node attribute with the class. Whole numbers are kept as they are; anything else is
                numbered in sorted order and gives the class names. None, or an attribute that no node has:
                no labels.
            x: (N, D) features in the order of the nodes; None: no features.
        """
        number = {node: i for i, node in enumerate(graph)}
        edges = np.array([(number[a], number[b]) for a, b in graph.edges()], np.int64).reshape(-1, 2).T
        labels = [None if label is None else graph.nodes[node].get(label) for node in graph]
        known = {value for value in labels if value is not None}
        y = class_names = None
        if known and all(isinstance(one, int | np.integer) and not isinstance(one, bool) for one in known):
            y = [-1 if value is None else int(value) for value in labels]
        elif known:
            class_names = sorted({str(value) for value in known})
            place = {class_name: i for i, class_name in enumerate(class_names)}
            y = [-1 if value is None else place[str(value)] for value in labels]
        about = {"name": name, "provenance": provenance, "class_names": class_names}
        return cls.from_edges(edges, x=x, y=y, num_nodes=len(number), **about)


def open_graph(path: str | os.PathLike, verify: bool = False) -> Graph:
    """The graph in a folder that `Graph.save`, `n2n convert` or `n2n synthesize` wrote, memory-mapped.

    Nothing is read before it is needed, so it may be larger than memory; edges and features are read-only.

    Args:
        verify: read everything and check that it is what was written, and a graph. Use it for a folder from
            elsewhere: compiled loops rely on it.

    Raises:
        ValueError: the folder is missing, incomplete, altered or of another version; one sentence says which.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "pair"
    >>> Graph.from_edges([[0], [1]], x=None, num_nodes=2, name="pair").save(path)
    >>> open_graph(path).name, open_graph(path).folder == path
    ('pair', True)
    """
    return Graph(**storage.open_fields(path, verify), folder=Path(path).absolute())
