"""Names of nodes as two arrays: as Python objects, ten million would take a gigabyte."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np

MOST = 50
"""Matches that `find_nodes` returns."""
_BLOCK = 4096


class Names(Sequence[str]):
    """A sequence of texts in one array of UTF-8 bytes; each is decoded when it is asked for.

    >>> names = Names.from_texts(["anna", "bjørn"])
    >>> names[1], len(names), names == ("anna", "bjørn")
    ('bjørn', 2, True)
    """

    def __init__(self, offsets: np.ndarray, text: np.ndarray):
        whole = offsets.ndim == text.ndim == 1 and offsets.dtype.kind in "iu" and text.dtype == np.uint8
        ends = whole and len(offsets) and offsets[0] == 0 and offsets[-1] == len(text)
        if not ends or (offsets[1:] < offsets[:-1]).any():
            raise ValueError(f"the offsets of {len(offsets) - 1} texts do not lead through {text.size} bytes")
        self.offsets, self.text = offsets, text

    @classmethod
    def from_texts(cls, names: Iterable[str]) -> "Names":
        """The same texts in this form."""
        parts = [name.encode("utf-8", "surrogatepass") for name in names]
        offsets = np.zeros(len(parts) + 1, np.int64)
        np.cumsum([len(part) for part in parts], out=offsets[1:])
        return cls(offsets, np.frombuffer(b"".join(parts), np.uint8))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index):
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        index = range(len(self))[index]  # negative indices, and IndexError outside
        piece = self.text[self.offsets[index] : self.offsets[index + 1]]
        return piece.tobytes().decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), _BLOCK):  # one slice of the file for many names
            ends = self.offsets[start : start + _BLOCK + 1].tolist()
            text = self.text[ends[0] : ends[-1]].tobytes()
            for low, high in pairwise(ends):
                yield text[low - ends[0] : high - ends[0]].decode("utf-8", "surrogatepass")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]


def find_nodes(graph, text: str) -> list[int]:
    """At most `MOST` nodes whose name contains the text, in any case, or whose number it is.

    First the node of exactly this name, then that of this number, then names that begin with the text, then
    all others, each in the order of the nodes. A million names take a second.

    >>> from n2n import Graph
    >>> graph = Graph.from_edges([[0, 1], [1, 2]], x=None, num_nodes=3, node_names=["Anna", "Hanna", "Ben"])
    >>> find_nodes(graph, "anna"), find_nodes(graph, "2"), find_nodes(graph, "zoe")
    ([0, 1], [2], [])
    """
    wanted = text.strip().casefold()
    if not wanted:
        return []
    exact, begins, contain = [], [], []
    for node, name in enumerate(map(str.casefold, graph.node_names or ())):
        if wanted in name:
            (exact if name == wanted else begins if name.startswith(wanted) else contain).append(node)
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 12 else -1
    numbers = [number] if 0 <= number < graph.num_nodes else []
    return list(dict.fromkeys([*exact, *numbers, *begins, *contain]))[:MOST]
