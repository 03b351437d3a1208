"""What the files gave: counts, what was dropped, what was guessed; to be checked before use."""

from dataclasses import dataclass

import scipy.sparse as sp

from n2n.graph import Graph
from n2n.io.readers.suspicions import shape_suspicions


@dataclass(frozen=True)
class Report:
    """The facts of a graph that has just been read.

    >>> import numpy as np
    >>> g = Graph.from_edges([[0, 1, 1], [1, 0, 1]], x=np.ones((3, 2)), y=[0, 0, -1])
    >>> report = report_of(g, ("two columns were taken for edges",))
    >>> report.isolated, report.unlabelled, report.constant_features, report.self_loops
    (1, 1, 2, 1)
    """

    nodes: int
    edges: int
    self_loops: int
    repeats: int
    one_way: int
    isolated: int
    unlabelled: int
    features: int
    constant_features: int
    class_sizes: dict[str, int]
    notes: tuple[str, ...]
    """What was guessed, and what else is worth knowing."""
    suspicions: tuple[str, ...] = ()
    """What suggests that the files were taken for something they are not."""

    @property
    def has_labels(self) -> bool:
        """Whether any node has a label."""
        return bool(self.class_sizes)

    def table(self) -> dict[str, list]:
        """The counts as a table with two columns, what and how many."""
        # Where every edge comes once, as in most files, direction means nothing.
        once = self.one_way == self.edges
        directions = {} if once else {"Edges given in one direction only": self.one_way}
        rows = {
            "Nodes": self.nodes,
            "Undirected edges": self.edges,
            "Edges left out because they connect a node to itself": self.self_loops,
            "Edges left out because they are repeated": self.repeats,
            **directions,
            "Nodes without neighbours": self.isolated,
            "Classes": len(self.class_sizes),
            "Nodes without a label": self.unlabelled,
            "Features": self.features,
            "Features with the same value at every node": self.constant_features,
        }
        return {"what": list(rows), "how many": list(rows.values())}

    def warnings(self) -> tuple[str, ...]:
        """What may impair the results, in sentences; first what may have been misunderstood."""
        out = list(self.suspicions)
        if not self.edges:
            out.append("There are no edges, so there are no positives.")
        if not self.features:
            out.append("There are no features: training needs some, so choose how to make them.")
        if not self.has_labels:
            out.append("There are no labels: everything that needs them is left out.")
        elif len(self.class_sizes) == 1:
            out.append("All labels are the same, so there is nothing to distinguish.")
        elif min(self.class_sizes.values()) < 3:
            rare = sum(size < 3 for size in self.class_sizes.values())
            out.append(f"Classes with fewer than 3 nodes: {rare}. They cannot be in every part of a split.")
        return tuple(out)


def report_of(graph: Graph, notes: tuple[str, ...] = (), suspicions: tuple[str, ...] = ()) -> Report:
    """The report on a graph; further suspicions come from its shape."""
    sizes = graph.class_sizes.tolist()
    return Report(
        nodes=graph.num_nodes,
        edges=graph.num_edges,
        self_loops=graph.dropped.self_loops,
        repeats=graph.dropped.repeats,
        one_way=graph.dropped.one_way,
        isolated=graph.num_isolated,
        unlabelled=int((graph.y < 0).sum()),
        features=graph.num_features,
        constant_features=_constant(graph),
        class_sizes=dict(zip(graph.class_names, sizes, strict=True)) if graph.has_labels else {},
        notes=notes,
        suspicions=(*suspicions, *shape_suspicions(graph)),
    )


def _constant(graph: Graph) -> int:
    """Number of features that have one value only."""
    if graph.num_nodes == 0 or graph.num_features == 0:
        return 0
    low, high = graph.x.min(axis=0), graph.x.max(axis=0)
    if sp.issparse(graph.x):
        low, high = low.toarray(), high.toarray()
    return int((low == high).sum())
