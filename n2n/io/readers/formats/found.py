"""What a reader of a format hands over, and the checks that all of them need."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from n2n.io.readers.errors import ReadError
from n2n.io.readers.limits import Limits
from n2n.io.readers.sources import Given

Ids = Sequence[str] | np.ndarray
"""Ids of nodes, as text or as whole numbers."""


@dataclass(frozen=True, eq=False)
class Found:
    """The graph in a file: its nodes, even those without edges, and its edges by the ids of their ends."""

    ids: Ids
    source: Ids
    target: Ids
    attributes: dict[str, list[str]] = field(default_factory=dict)
    """Columns of text, one row per node."""
    labels_are_names: bool = False
    """Whether the attribute `label` is what programs show of a node."""
    unlisted: Sequence[str] = ()
    """Nodes that edges name although the file has a list of nodes without them."""


def lines_of(file: Given, comments: tuple[str, ...] = ()) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers, without comments; blank lines included."""
    text = file.data.decode("utf-8", "replace").removeprefix("\ufeff")
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if not (comments and line.lstrip().startswith(comments)):
            yield number, line


class Edges:
    """A growing edge list that keeps to the limits."""

    def __init__(self, file: Given, limits: Limits):
        self.file, self.limits = file, limits
        self.source: list = []
        self.target: list = []
        self.nodes: dict = {}
        """Nodes in the order in which they were first named; the values are free for a reader's use."""

    def add_node(self, node) -> None:
        """Keep a node, even if it never gets an edge."""
        if node not in self.nodes:
            self.limits.check("nodes", len(self.nodes) + 1, self.file.name)
            if isinstance(node, str) and len(node) > self.limits.text:
                raise ReadError(
                    self.file.name, f"the name of a node is longer than {self.limits.text:,} characters."
                )
            self.nodes[node] = None

    def add(self, source, targets: Iterable) -> None:
        """Keep edges from one node to several."""
        self.add_node(source)
        for target in targets:
            self.add_node(target)
            self.source.append(source)
            self.target.append(target)
        self.limits.check("edges", len(self.source), self.file.name)

    def found(self, attributes: dict[str, list[str]] | None = None, **more) -> Found:
        """The graph so far, with the nodes in the order in which they were named."""
        return Found(list(self.nodes), self.source, self.target, attributes or {}, **more)

    def found_in_order(self) -> Found:
        """The same for a format that does not list its nodes: whole numbers are put in order."""
        ids = list(self.nodes)
        if all(re.fullmatch(r"0|-?[1-9]\d{0,17}", id) for id in ids):
            ids.sort(key=int)
        return Found(ids, self.source, self.target)


def plain(value: object) -> str:
    """A value of an attribute as one line of text; nothing for None, NaN and what is not a single value.

    >>> plain(" a\\nb "), plain(None), plain(2.0), plain(True), plain([1])
    ('a b', '', '2', 'true', '')
    """
    if not _is_single(value) or value != value:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    text = str(value)
    if text.isprintable() and text == text.strip():
        return text
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _is_single(value: object) -> bool:
    return value is not None and not isinstance(value, dict | list | tuple | set)


def attribute_columns(
    records: Sequence[Mapping[str, object]], file: Given, limits: Limits, skip: tuple[str, ...] = ()
) -> dict[str, list[str]]:
    """Columns of text from records that need not have the same keys; what is nested is left out."""
    names: dict[str, None] = {}
    for record in records:
        for name, value in record.items():
            if name not in names and name not in skip and _is_single(value):
                names[name] = None
                limits.check("features", len(names), file.name)
    limits.check("values", len(names) * len(records), file.name)
    return {str(name): [plain(record.get(name)) for record in records] for name in names}
