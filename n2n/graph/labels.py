"""Names for the labels of nodes, where a node may have none."""

from collections.abc import Iterable

from n2n.graph.graph import Graph

NO_LABEL = "no label"
"""What a figure calls nodes without a label."""


def class_names(graph: Graph, labels: Iterable[int], unknown: str = "") -> list[str]:
    """The class name of each label; `unknown` stands where a label is missing (−1).

    >>> from n2n import load
    >>> class_names(load("karate"), [1, -1])
    ['Officer', '']
    """
    return [graph.class_names[label] if label >= 0 else unknown for label in labels]
