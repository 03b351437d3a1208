"""Nodes found by a part of their name, or by their number."""

from collections.abc import Iterator, Sequence

import numpy as np

from n2n.graph import Graph

MOST = 50
"""Matches that a search gives; whoever looks for another types more."""


class NodeSearch:
    """The names of a graph, prepared once for searching.

    All names stand in one text, so that a million of them are searched in milliseconds.

    >>> from n2n import Graph
    >>> graph = Graph.from_edges([[0, 1], [1, 2]], x=None, num_nodes=3, node_names=["Anna", "Hanna", "Ben"])
    >>> search = NodeSearch(graph)
    >>> search.find("anna"), search.find("2"), search.find("zoe")
    ([0, 1], [2], [])
    """

    def __init__(self, graph: Graph):
        self._num_nodes = graph.num_nodes
        self._text, self._starts = "", np.zeros(0, np.int64)
        if graph.node_names is not None:
            self._index(graph.node_names)

    def _index(self, names: Sequence[str]) -> None:
        folded = [name.replace("\n", " ").casefold() for name in names]
        lengths = np.fromiter(map(len, folded), np.int64, len(folded))
        self._starts = np.cumsum(lengths + 1) - lengths
        self._text = "\n" + "\n".join(folded) + "\n"

    def find(self, text: str, most: int = MOST) -> list[int]:
        """At most `most` nodes whose name contains the text, in any case, or whose number it is.

        First the node of exactly this name, then that of this number, then names that begin with the text,
        then all others, each in the order of the nodes.
        """
        wanted = text.strip().replace("\n", " ").casefold()
        if not wanted:
            return []
        found = dict.fromkeys(self._matches(f"\n{wanted}\n", most))
        if wanted.isdecimal() and len(wanted) < 12 and int(wanted) < self._num_nodes:
            found |= {int(wanted): None}
        for pattern in (f"\n{wanted}", wanted):
            if len(found) < most:
                found |= dict.fromkeys(self._matches(pattern, most))
        return list(found)[:most]

    def _matches(self, pattern: str, most: int) -> Iterator[int]:
        """The first few nodes in whose line the pattern occurs."""
        place = self._text.find(pattern)
        for _ in range(most):
            if place < 0:
                return
            # A pattern that begins with the end of a line belongs to the line after it.
            node = int(np.searchsorted(self._starts, place + pattern.startswith("\n"), side="right")) - 1
            yield node
            after = self._starts[node + 1] - 1 if node + 1 < len(self._starts) else len(self._text) - 1
            place = self._text.find(pattern, int(after))
