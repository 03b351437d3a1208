"""A file, what is wrong with it in one sentence, and how large a graph from it may be."""

import dataclasses
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_PREFIX = "N2N_MAX_"


class ReadError(ValueError):
    """A file that cannot be read as a graph: the file, the line if there is one, and the reason.

    >>> str(ReadError("edges.csv", "the target is empty.", line=7))
    'edges.csv, line 7: the target is empty.'
    """

    def __init__(self, file: str, reason: str, line: int | None = None):
        self.file, self.reason, self.line = file, reason, line
        where = f"{shown(file, 80)}, line {line:,}" if line else shown(file, 80)
        super().__init__(f"{where}: {reason}")

    def __reduce__(self):
        return ReadError, (self.file, self.reason, self.line)


PICKLED = (
    "it is a pickle (such as a .pt file), which could run code: if you trust it, load it and save its "
    'tensors with safetensors.torch.save_file({"edge_index": data.edge_index, "x": data.x, "y": data.y}, '
    '"graph.safetensors").'
)


@dataclass(frozen=True)
class InputFile:
    """A file that was given, or that was in an archive."""

    name: str
    data: bytes
    notes: tuple[str, ...] = ()
    """What was done to it on the way that is worth knowing."""
    warnings: tuple[str, ...] = ()
    """What may have gone wrong on the way."""
    path: Path | None = None
    """Where a file is that is larger than memory; `data` has only the beginning of a text then."""


def shown(text: object, length: int = 40) -> str:
    """Text from a file for a message: one line, not too long, no invisible characters.

    >>> shown("a\\nb"), shown("x" * 50, 5)
    ('a b', 'xxxx…')
    """
    plain = "".join(sign if sign.isprintable() else " " for sign in str(text)[: length + 1])
    return plain if len(plain) <= length else plain[: length - 1] + "…"


def quoted(text: object) -> str:
    """The same in quotation marks."""
    return f'"{shown(text)}"'


@dataclass(frozen=True)
class Limits:
    """Limits on what is read; `Limits(nodes=1000)` changes one of them.

    >>> Limits(nodes=10).check("nodes", 11, "big.csv")
    Traceback (most recent call last):
        ...
    n2n.io.limits.ReadError: big.csv: it has 11 nodes, at most 10 are allowed.
    """

    bytes: int = 200 << 20
    """All files together, as given."""
    unpacked: int = 1 << 30
    """The unpacked content of an archive, or of all compressed files together."""
    ratio: int = 200
    """How many times larger than its compressed form a text may be."""
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
            raise ReadError(file, f"unpacked it is larger than the {megabytes(self.unpacked)} allowed.")

    def check_slow(self, size: int, file: str) -> None:
        """Raise ReadError if a file is too large for plain Python."""
        if size > self.slow_bytes:
            allowed = f"the {megabytes(self.slow_bytes)} allowed for this kind of file"
            raise ReadError(file, f"it is larger than {allowed}: save the graph as CSV or npz.")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Limits":
        """The limits, with those that environment variables set, such as `N2N_MAX_NODES=5000000`.

        >>> Limits.from_environment({"N2N_MAX_NODES": "7"}).nodes
        7
        """
        changes = {}
        for field in dataclasses.fields(cls):
            variable = _PREFIX + field.name.upper()
            raw = environment.get(variable, "").strip()
            if raw and not (raw.isascii() and raw.isdecimal()):
                raise ValueError(f"{variable} is {raw!r}: expected a whole number.")
            if raw:
                changes[field.name] = int(raw)
        return cls(**changes)


def megabytes(count: int) -> str:
    """A number of bytes in words.

    >>> megabytes(200 << 20), megabytes(2000)
    ('200 MB', '2,000 bytes')
    """
    return f"{count / 2**20:,.0f} MB" if count >= 2**20 else f"{count:,} bytes"
