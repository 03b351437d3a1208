"""How large a graph from a file may be; checked before memory is used for it."""

import dataclasses
import os
from collections.abc import Mapping
from dataclasses import dataclass

from n2n.io.readers.errors import ReadError

_PREFIX = "N2N_MAX_"
SMALL_TEXT = 1 << 20
"""Up to this size a text may be compressed as much as it likes: a short one with equal lines is no bomb."""


@dataclass(frozen=True)
class Limits:
    """Limits on what is read; `Limits(nodes=1000)` changes one of them.

    >>> Limits(nodes=10).check("nodes", 11, "big.csv")
    Traceback (most recent call last):
        ...
    n2n.io.readers.errors.ReadError: big.csv: it has 11 nodes, at most 10 are allowed.
    """

    bytes: int = 200 << 20
    """All files together, as given."""
    unpacked: int = 1 << 30
    """The unpacked content of an archive, or of all compressed files together."""
    ratio: int = 200
    """How many times larger than its compressed form a text in an archive may be."""
    members: int = 100
    """Files, and files in an archive."""
    slow_bytes: int = 20 << 20
    """A file that plain Python reads, such as GraphML or JSON: in memory it takes many times its size."""
    depth: int = 50
    """Nested elements in such a file."""
    nodes: int = 2_000_000
    edges: int = 20_000_000
    """Lines of an edge list, repeats included."""
    features: int = 100_000
    values: int = 100_000_000
    """Stored feature values; in a table, nodes times features."""
    classes: int = 1_000
    text: int = 1_000
    """Characters of an id, a label or the name of a column."""

    def __post_init__(self):
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                raise ValueError(f"The limit {field.name} is {value!r}: expected a whole number, 0 or more.")

    def check(self, what: str, count: int, file: str, line: int | None = None) -> None:
        """Raise ReadError if `count` is above the limit called `what`."""
        limit = getattr(self, what)
        if count > limit:
            raise ReadError(file, f"it has {count:,} {what}, at most {limit:,} are allowed.", line)

    def check_unpacked(self, size: int, file: str, left: int | None = None) -> None:
        """Raise ReadError if unpacked content takes more bytes than are allowed, or than are left of them."""
        if size > (self.unpacked if left is None else left):
            allowed = megabytes(self.unpacked)
            raise ReadError(file, f"unpacked it is larger than the {allowed} that are allowed.")

    def check_slow(self, size: int, file: str) -> None:
        """Raise ReadError if a file is too large for plain Python."""
        if size > self.slow_bytes:
            reason = f"it is larger than the {megabytes(self.slow_bytes)} allowed for this kind of file"
            raise ReadError(file, f"{reason}: save the graph as CSV or npz.")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Limits":
        """The limits, with those that environment variables set, such as `N2N_MAX_NODES=5000000`.

        >>> Limits.from_environment({"N2N_MAX_NODES": "7"}).nodes
        7
        """
        changes = {}
        for field in dataclasses.fields(cls):
            raw = environment.get(_PREFIX + field.name.upper(), "").strip()
            if raw and not (raw.isascii() and raw.isdecimal()):
                raise ValueError(f"{_PREFIX}{field.name.upper()} is {raw!r}: expected a whole number.")
            if raw:
                changes[field.name] = int(raw)
        return cls(**changes)


def megabytes(count: int) -> str:
    """A number of bytes in words.

    >>> megabytes(200 << 20), megabytes(2000)
    ('200 MB', '2,000 bytes')
    """
    return f"{count / 2**20:,.0f} MB" if count >= 2**20 else f"{count:,} bytes"
