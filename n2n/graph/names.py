"""Names of nodes as two arrays: ten million strings would take a gigabyte as Python objects."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np


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

    def __getitem__(self, place):
        if isinstance(place, slice):
            return tuple(self[i] for i in range(*place.indices(len(self))))
        place = range(len(self))[place]  # negative places, and IndexError outside
        piece = self.text[self.offsets[place] : self.offsets[place + 1]]
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
