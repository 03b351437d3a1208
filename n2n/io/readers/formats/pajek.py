"""Pajek: networks (.net), partitions (.clu) and project files that hold both (.paj).

networkx reads networks too, but neither lists of neighbours nor partitions.
"""

import re

import numpy as np

from n2n.io.readers.errors import ReadError, quoted, shown
from n2n.io.readers.formats.found import Found, lines_of
from n2n.io.readers.limits import Limits
from n2n.io.readers.sources import Given

SECTIONS = ("*vertices", "*network", "*arcs", "*edges", "*arcslist", "*edgeslist", "*matrix", "*partition")
# What a project holds: each part has a line *Vertices of its own.
_PARTS = ("*network", "*partition", "*vector", "*permutation", "*cluster", "*hierarchy")
_VERTEX = re.compile(r'\s*(\d{1,18})(?:\s+(?:"([^"]*)"|(\S+)))?')


class _Reader:
    """The sections of a file, line by line."""

    def __init__(self, file: Given, limits: Limits):
        self.file, self.limits = file, limits
        self.count: int | None = None
        self.names: dict[int, str] = {}
        self.classes: list[str] = []
        self.source: list[int] = []
        self.target: list[int] = []
        self.section, self.row = "", 0
        self.part = "*network"
        """The object of a project that the lines belong to."""
        self.networks = 0

    def error(self, reason: str, line: int) -> ReadError:
        return ReadError(self.file.name, reason, line)

    def start(self, words: list[str], line: int) -> None:
        """Begin a section."""
        name = words[0].lower()
        self.section, self.row = name, 0
        if name in _PARTS:
            # Of several partitions the first counts, as that of the network before it.
            self.part = "ignored" if name not in ("*network", "*partition") or self.classes else name
            self.networks += name == "*network"
            if self.networks > 1:
                raise self.error("it holds more than one network: save one of them as a .net file.", line)
        elif name == "*vertices":
            count = self.number(words[1] if len(words) > 1 else "", line)
            self.limits.check("nodes", count, self.file.name, line)
            if self.count is not None and count != self.count:
                raise self.error(f"it has {count:,} vertices here and {self.count:,} before.", line)
            self.count = count
            if self.part != "*network":
                self.section = self.part
        elif name not in SECTIONS:
            self.section = "ignored"

    def number(self, word: str, line: int) -> int:
        if not re.fullmatch(r"\d{1,18}", word):
            raise self.error(f"{quoted(word)} is not a whole number, 0 or more.", line)
        return int(word)

    def node(self, word: str, line: int) -> int:
        node = self.number(word, line)
        if self.count is None:
            raise self.error("there is an edge before *Vertices.", line)
        if not 1 <= node <= self.count:
            raise self.error(f"vertex {node:,} does not exist: there are {self.count:,}.", line)
        return node

    def add(self, text: str, line: int) -> None:
        """Take one line of the current section."""
        words = text.split()
        if self.section == "*vertices":
            found = _VERTEX.match(text)
            if not found:
                raise self.error(f"{quoted(text.strip())} does not begin with the number of a vertex.", line)
            node = self.node(found.group(1), line)
            name = (found.group(2) or found.group(3) or "").strip()
            if len(name) > self.limits.text:
                raise self.error(f"a name is longer than {self.limits.text:,} characters.", line)
            self.names[node] = name
        elif self.section in ("*arcs", "*edges"):
            if len(words) < 2:
                raise self.error("an edge needs two vertices.", line)
            self.connect(words[0], words[1:2], line)
        elif self.section in ("*arcslist", "*edgeslist"):
            self.connect(words[0], words[1:], line)
        elif self.section == "*matrix":
            self.row += 1
            if self.row > (self.count or 0) or len(words) != self.count:
                raise self.error("its matrix does not have one row and column per vertex.", line)
            self.connect(str(self.row), [str(j) for j, w in enumerate(words, 1) if w.strip("0.") != ""], line)
        elif self.section == "*partition":
            self.classes.append(text.strip())
            self.limits.check("nodes", len(self.classes), self.file.name, line)

    def connect(self, node: str, others: list[str], line: int) -> None:
        self.source += [self.node(node, line)] * len(others)
        self.target += [self.node(other, line) for other in others]
        self.limits.check("edges", len(self.source), self.file.name, line)


def read_pajek(file: Given, limits: Limits) -> Found:
    """A network, with a partition as its classes if the same file has one."""
    reader = _read(file, limits)
    if reader.count is None:
        raise ReadError(file.name, "it has no line *Vertices with the number of vertices.")
    ids = np.arange(1, reader.count + 1)
    attributes = {}
    if any(reader.names.values()):
        attributes["label"] = [reader.names.get(node) or str(node) for node in ids.tolist()]
    if reader.classes:
        _check_length(reader)
        attributes["class"] = reader.classes
    source, target = (np.array(ends, np.int64) for ends in (reader.source, reader.target))
    return Found(ids, source, target, attributes, labels_are_names=True)


def read_partition(file: Given, limits: Limits) -> list[str]:
    """The class of each vertex in a .clu file, in their order."""
    reader = _read(file, limits, partition=True)
    _check_length(reader)
    return reader.classes


def _read(file: Given, limits: Limits, partition: bool = False) -> _Reader:
    limits.check_slow(len(file.data), file.name)
    reader = _Reader(file, limits)
    reader.part = "*partition" if partition else "*network"
    for line, text in lines_of(file, ("%", "/*")):
        if text.lstrip().startswith("*"):
            reader.start(text.split(), line)
        elif text.strip():
            if not reader.section:
                raise ReadError(file.name, f"{quoted(shown(text.strip()))} stands before *Vertices.", line)
            reader.add(text, line)
    return reader


def _check_length(reader: _Reader) -> None:
    if len(reader.classes) != reader.count:
        raise ReadError(
            reader.file.name,
            f"its partition has {len(reader.classes):,} values for {reader.count or 0:,} vertices.",
        )
