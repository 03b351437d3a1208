"""Which column of a table means what: guessed from names and first rows, and open to correction.

Columns are identified by their position, from 0, so that a correction holds with and without a header.
"""

import re
from dataclasses import dataclass

from n2n.io.readers.errors import ReadError, quoted
from n2n.io.readers.limits import Limits

KINDS = ("edges", "nodes", "ignore")
_ENDS = (
    ("source", "target"),
    ("src", "dst"),
    ("from", "to"),
    ("fromnodeid", "tonodeid"),
    ("node1", "node2"),
    ("id1", "id2"),
    ("node_1", "node_2"),
    ("id_1", "id_2"),
    ("u", "v"),
    ("i", "j"),
    ("head", "tail"),
    ("start", "end"),
    ("citing", "cited"),
)
_IDS = ("id", "node", "node_id", "nodeid", "name", "vertex", "index")
_LABELS = ("class", "label", "y", "category", "community", "club", "group", "target", "type", "subject")
_CLASS_NAMES = ("class_name", "label_name")
_FEATURES = ("features", "feature", "attributes", "x")
_SPARSE = re.compile(r"\S+:[-+.\deE]+([ ;]+\S+:[-+.\deE]+)*")
# What a table of nodes holds for drawing them; not features.
_DRAWING = {"x", "y", "z", "size", "color", "colour", "r", "g", "b", "subgraph", "degree"}


@dataclass(frozen=True)
class Columns:
    """The meaning of the columns of one table.

    >>> Columns("edges", source=0, target=2).used()
    (0, 2)
    """

    kind: str = "edges"
    """"edges", "nodes", or "ignore" for a table that is not used."""
    header: bool = True
    delimiter: str = ","
    source: int = 0
    target: int = 1
    id: int = 0
    label: int | None = None
    class_name: int | None = None
    """A second column with the names of the classes whose numbers are the labels."""
    features: tuple[int, ...] = ()
    """Columns of numbers."""
    sparse: int | None = None
    """A column of entries such as `3:1 17:0.5`."""

    def used(self) -> tuple[int, ...]:
        """The columns that have a meaning."""
        if self.kind == "ignore":
            return ()
        if self.kind == "edges":
            return self.source, self.target
        single = [place for place in (self.label, self.class_name, self.sparse) if place is not None]
        return self.id, *single, *self.features

    def check(self, width: int, file: str, limits: Limits) -> None:
        """Raise ReadError unless every column exists and none is used twice."""
        if self.kind not in KINDS:
            raise ReadError(file, f"the table has kind {quoted(self.kind)}: use one of {', '.join(KINDS)}.")
        used = self.used()
        for place in used:
            if not 0 <= place < width:
                many = "one column" if width == 1 else f"{width} columns"
                raise ReadError(file, f"column {place + 1} is needed, but there is only {many}.")
        if len(set(used)) < len(used):
            twice = next(place for place in used if used.count(place) > 1)
            raise ReadError(
                file, f"column {twice + 1} is used for two things: choose another column for one of them."
            )
        limits.check("features", len(self.features), file)

    def words(self, names: list[str]) -> str:
        """What the columns mean, in a few words."""
        if self.kind == "ignore":
            return "not used"
        if self.kind == "edges":
            left = len(names) - 2
            more = f"; {left} more not used" if left > 0 else ""
            return f"edges from {quoted(names[self.source])} to {quoted(names[self.target])}{more}"
        parts = [f"nodes by {quoted(names[self.id])}"]
        parts.append("no labels" if self.label is None else f"labels {quoted(names[self.label])}")
        if self.sparse is not None:
            parts.append(f"sparse features {quoted(names[self.sparse])}")
        parts.append(f"{len(self.features):,} columns of features")
        return ", ".join(parts)


def names_of(rows: list[list[str]], header: bool) -> list[str]:
    """The names of the columns: those in the header, or else their numbers."""
    return list(rows[0]) if header else [f"column {place + 1}" for place in range(len(rows[0]))]


def check_names(names: list[str], file: str, limits: Limits) -> None:
    """Raise ReadError if the header has two columns of the same name, or is not a header at all."""
    seen: set[str] = set()
    for name in names:
        if name and name in seen:
            raise ReadError(file, f"two columns are called {quoted(name)}: rename one of them.")
        seen.add(name)
        if len(name) > limits.text:
            raise ReadError(file, f"the name of a column is longer than {limits.text:,} characters.")


def has_header(rows: list[list[str]]) -> bool:
    """Whether the first row names the columns: it has known words, or words above numbers."""
    first = [_word(text) for text in rows[0]]
    known = {word for pair in _ENDS for word in pair} | {*_IDS, *_LABELS, *_CLASS_NAMES, *_FEATURES}
    if any(_is_number(word) or not word for word in first):
        return False
    if sum(word in known for word in first) >= min(2, len(first)):
        return True
    rest = [row for row in rows[1:] if len(row) == len(first)]
    return any(rest and all(_is_number(row[place]) for row in rest) for place in range(len(first)))


def guess(rows: list[list[str]], file: str, delimiter: str, header: bool | None = None) -> Columns:
    """The meaning of the columns, from the name of the file and the first rows.

    >>> guess([["id", "class", "age"], ["a", "red", "3"]], "people.csv", ",").label
    1
    """
    header = has_header(rows) if header is None else header
    names = [_word(name) for name in names_of(rows, header)]
    rows = [row for row in rows[header:] if len(row) == len(names)]
    form = {"header": header, "delimiter": delimiter}
    pair = next((pair for pair in _ENDS if set(pair) <= set(names)), None)
    if pair and not ("id" in names and pair == ("source", "target") and len(names) > 4):
        return Columns("edges", source=names.index(pair[0]), target=names.index(pair[1]), **form)
    if len(names) < 2 or not _describes_nodes(names, rows, file, header):
        return Columns("edges", **form)
    return node_columns(names, rows, form)


def node_columns(names: list[str], rows: list[list[str]], form: dict) -> Columns:
    """The columns of a table of nodes."""
    id = next((names.index(word) for word in _IDS if word in names), 0)
    rest = [place for place in range(len(names)) if place != id]
    class_name = next((place for place in rest if names[place] in _CLASS_NAMES), None)
    label = next((names.index(word) for word in _LABELS if word in names and names.index(word) != id), None)
    sparse = next(
        (place for place in rest if any(_SPARSE.fullmatch(row[place].strip()) for row in rows)), None
    )
    if label is None:
        label = next(
            (place for place in rest if place not in (class_name, sparse) and _is_class(rows, place)), None
        )
    taken = {label, class_name, sparse}
    features = [
        place
        for place in rest
        if place not in taken
        and (names[place] not in _DRAWING or len(rest) > 50)
        and all(_is_number(row[place]) for row in rows)
    ]
    return Columns(
        "nodes", id=id, label=label, class_name=class_name, features=tuple(features), sparse=sparse, **form
    )


def _describes_nodes(names: list[str], rows: list[list[str]], file: str, header: bool) -> bool:
    name = file.lower()
    if "edge" in name or "link" in name:
        return False
    if any(word in name for word in ("node", "label", "feature", "vertices", "attr", "content")):
        return True
    if header and any(word in names for word in _IDS):
        return True
    ids = [row[0] for row in rows]
    return len(names) > 3 and len(set(ids)) == len(ids) > 1


def _is_class(rows: list[list[str]], place: int) -> bool:
    """Whether a column has a few words that repeat."""
    values = [row[place] for row in rows if row[place]]
    words = set(values)
    return bool(words) and not any(map(_is_number, words)) and 2 * len(words) <= max(len(values), 4)


def _word(text: str) -> str:
    return text.strip().strip("\"'#").strip().casefold().replace(" ", "_")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return "_" not in text
