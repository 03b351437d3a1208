"""Names of nodes as two arrays, and their search: as Python objects, ten million would take a gigabyte."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np

MOST = 50
"""Matches that a search returns."""


class Names(Sequence[str]):
    """A sequence of texts in one array of UTF-8 bytes; each is decoded when it is asked for.

    >>> names = Names.from_texts(["anna", "bjørn"])
    >>> names[1], len(names), names == ("anna", "bjørn")
    ('bjørn', 2, True)
    """

    def __init__(self, offsets: np.ndarray, text: np.ndarray):
        self.offsets, self.text = offsets, text

    @classmethod
    def from_texts(cls, names: Iterable[str]) -> "Names":
        """The same texts in this form."""
        parts = [name.encode("utf-8", "surrogatepass") for name in names]
        offsets = np.zeros(len(parts) + 1, np.int64)
        np.cumsum([len(part) for part in parts], out=offsets[1:])
        return cls(offsets, np.frombuffer(b"".join(parts), np.uint8))

    @classmethod
    def checked(cls, offsets: np.ndarray, text: np.ndarray) -> "Names":
        """The texts in two arrays of a file; ValueError unless these fit together.

        >>> Names.checked(np.array([0, 3]), np.zeros(2, np.uint8))
        Traceback (most recent call last):
        ValueError: the offsets of 1 texts do not lead through 2 bytes
        """
        whole = offsets.ndim == text.ndim == 1 and offsets.dtype.kind in "iu" and text.dtype == np.uint8
        if (
            not (whole and len(offsets) and offsets[0] == 0 and offsets[-1] == len(text))
            or (offsets[1:] < offsets[:-1]).any()
        ):
            raise ValueError(f"the offsets of {len(offsets) - 1} texts do not lead through {text.size} bytes")
        return cls(offsets, text)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index):
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        index = range(len(self))[index]  # negative indexs, and IndexError outside
        piece = self.text[self.offsets[index] : self.offsets[index + 1]]
        return piece.tobytes().decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[str]:
        # Blocks: one slice of the file for many names.
        for start in range(0, len(self), 4096):
            ends = self.offsets[start : start + 4097].tolist()
            text = self.text[ends[0] : ends[-1]].tobytes()
            for low, high in pairwise(ends):
                yield text[low - ends[0] : high - ends[0]].decode("utf-8", "surrogatepass")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(tuple(self))


class NodeSearch:
    """The names of a graph, prepared once for searching.

    All names are in one text, so that a million of them are searched in milliseconds.

    >>> from n2n import Graph
    >>> graph = Graph.from_edges([[0, 1], [1, 2]], x=None, num_nodes=3, node_names=["Anna", "Hanna", "Ben"])
    >>> search = NodeSearch(graph)
    >>> search.find("anna"), search.find("2"), search.find("zoe")
    ([0, 1], [2], [])
    """

    def __init__(self, graph):
        self._num_nodes = graph.num_nodes
        folded = [name.replace("\n", " ").casefold() for name in graph.node_names or ()]
        lengths = np.fromiter(map(len, folded), np.int64, len(folded))
        # Every name follows a line break; `_starts` are the positions of these breaks.
        self._starts = np.cumsum(lengths + 1) - lengths - 1
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
            found |= dict.fromkeys(self._matches(pattern, most))
        return list(found)[:most]

    def _matches(self, pattern: str, most: int) -> Iterator[int]:
        """The first few nodes in whose line the pattern occurs."""
        position = self._text.find(pattern)
        while position >= 0 and most:
            node = int(np.searchsorted(self._starts, position, side="right")) - 1
            yield node
            following = self._starts[node + 1] if node + 1 < len(self._starts) else len(self._text) - 1
            position, most = self._text.find(pattern, int(following)), most - 1
