"""What the files gave: counts, what was dropped, what was assumed; to be checked before use."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from n2n.graph import Graph
from n2n.io.columns import Columns
from n2n.io.limits import Limits, quoted
from n2n.io.read import Preview, preview, read_previews, usual_name

_LARGE, _TINY = 10_000, 3
"""Bytes from which on a file should hold more than a handful of nodes."""
_MANY, _STAR = 20, 0.9
"""Nodes or edges from which on a shape is no accident, and the share that touch one node in a star."""


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
    """What was assumed or ignored, and what else is worth knowing."""
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
        rows = {
            "Nodes": self.nodes,
            "Undirected edges": self.edges,
            "Edges left out because they connect a node to itself": self.self_loops,
            "Edges left out because they are repeated": self.repeats,
            **({} if once else {"Edges given in one direction only": self.one_way}),
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


@dataclass(frozen=True, eq=False)
class Reading:
    """A graph that was read, and the report on it."""

    graph: Graph
    report: Report


def read_with_report(
    source: Any,
    *,
    columns: Mapping[str, Columns] | None = None,
    limits: Limits | None = None,
    features: str | None = None,
    name: str | None = None,
    default_name: str | None = None,
) -> Reading:
    """What `read_graph` does, with a report on what was read, dropped and assumed.

    Args:
        default_name: name of the graph if there is none in the file, instead of the name of the file.
    """
    limits = limits or Limits()
    previews = preview(source, limits, columns)
    usual = name or default_name or usual_name(source, previews)
    graph, notes = read_previews(previews, usual, features, limits)
    if name:
        graph = graph.replace(name=name)
    taken = [note for one in previews for note in (one.words(), *one.file.notes, *_ignored(one, graph))]
    doubts = [warning for one in previews for warning in one.file.warnings]
    size = sum(len(one.file.data) for one in previews if one.table is None or one.columns.kind != "ignore")
    if graph.num_nodes <= _TINY and size >= _LARGE:
        nodes = "one node" if graph.num_nodes == 1 else f"{graph.num_nodes} nodes"
        question = "is this really a list of edges? Check the columns and the separator."
        doubts.insert(0, f"Only {nodes} came out of {size:,} bytes: {question}")
    return Reading(graph, report_of(graph, (*taken, *notes), tuple(doubts)))


def _ignored(one: Preview, graph: Graph) -> list[str]:
    """What a file has and the graph does not, in a sentence, with the number of edges that it concerns."""
    if not one.ignored:
        return []
    out = f"{one.name}: ignored are {' and '.join(one.ignored)}."
    if any(what.startswith("directions") for what in one.ignored):
        out += f" {graph.dropped.one_way:,} of {graph.num_edges:,} edges are given in one direction only."
    return [out]


def report_of(graph: Graph, notes: tuple[str, ...] = (), suspicions: tuple[str, ...] = ()) -> Report:
    """The report on a graph; further suspicions come from its shape."""
    constant = 0
    if graph.num_nodes and graph.num_features:
        low, high = (end.toarray() if sp.issparse(end) else end for end in (graph.x.min(0), graph.x.max(0)))
        constant = int((low == high).sum())
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
        constant_features=constant,
        class_sizes=dict(zip(graph.class_names, sizes, strict=True)) if graph.has_labels else {},
        notes=notes,
        suspicions=(*suspicions, *_suspicions(graph)),
    )


def _suspicions(graph: Graph) -> list[str]:
    """Shapes that a graph seldom has, but a file often that was taken for something it is not."""
    out = []
    if not graph.num_edges and (loops := graph.dropped.self_loops):
        out.append(f"Every edge connects a node to itself ({loops:,}): check which columns are the two ends.")
    if graph.num_edges >= _MANY:
        hub = int(graph.degree.argmax())
        touching = int(graph.degree[hub])
        if touching > _STAR * graph.num_edges:
            share = "All" if touching == graph.num_edges else f"{touching:,} of"
            out.append(
                f"{share} {graph.num_edges:,} edges touch node {quoted(graph.name_of(hub))}: this star may "
                "come from a column that is not an end of an edge, such as the kind of relation."
            )
    if graph.num_edges and graph.num_nodes >= _MANY and 2 * graph.num_isolated >= graph.num_nodes:
        out.append(
            f"{graph.num_isolated:,} of {graph.num_nodes:,} nodes have no neighbours: do the edges use the "
            "same ids as the nodes, and are the edges complete?"
        )
    labels = graph.y[graph.y >= 0]
    used = len(np.unique(labels))
    if len(labels) > 2 and used == len(labels):
        out.append("Every node with a label has a class of its own: the labels look like names, not classes.")
    elif len(labels) >= 6 and 3 * used > len(labels):
        out.append(
            f"There are {used:,} classes for {len(labels):,} nodes with a label: is another column the label?"
        )
    return out
