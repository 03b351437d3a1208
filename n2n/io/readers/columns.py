"""Which column of a table means what: guessed from names and first rows, and open to correction.

Columns are identified by their position, from 0, so that a correction holds with and without a header.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from n2n.io.headers import HOW, are_two_kinds, find_ends, has_index, is_header, is_typed, question
from n2n.io.readers.attributes import CLASS_NAMES, FEATURES, IDS, LABELS, roles, word
from n2n.io.readers.errors import ReadError, quoted
from n2n.io.readers.limits import Limits

KINDS = ("edges", "nodes", "ignore")
_KNOWN = {*IDS, *LABELS, *CLASS_NAMES, *FEATURES}
# Parts of the name of a file whose second column is the class, whatever it looks like.
_OF_CLASSES = ("label", "class", "target", "communit")


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
    name: int | None = None
    """A column with what a node is called where it is shown; without it, that is the id."""
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
        single = (self.name, self.label, self.class_name, self.sparse)
        return self.id, *(place for place in single if place is not None), *self.features

    def moved(self, places: int) -> "Columns":
        """The same columns further to the right."""
        single = ("source", "target", "id", "name", "label", "class_name", "sparse")
        values = {field: getattr(self, field) for field in single}
        changes = {field: value + places for field, value in values.items() if value is not None}
        return replace(self, **changes, features=tuple(place + places for place in self.features))

    def check(self, width: int, file: str, limits: Limits) -> None:
        """Raise ReadError unless every column exists and none is used twice."""
        if self.kind not in KINDS:
            raise ReadError(file, f"the table has kind {quoted(self.kind)}: use one of {', '.join(KINDS)}.")
        used = self.used()
        for place in used:
            if not 0 <= place < width:
                reason = f"column {place + 1} is needed, but there are only {width} columns."
                if width == 1:
                    reason = "it has only one column: edges need two ends, and labels the id of their node."
                raise ReadError(file, reason)
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
        if self.name is not None:
            parts.append(f"names {quoted(names[self.name])}")
        parts.append("no labels" if self.label is None else f"labels {quoted(names[self.label])}")
        if self.sparse is not None:
            parts.append(f"sparse features {quoted(names[self.sparse])}")
        parts.append(f"{len(self.features):,} column{'' if len(self.features) == 1 else 's'} of features")
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


def may_be_list(rows: list[list[str]]) -> bool:
    """Whether each line may be a node and its neighbours: no node begins two, and all cells name nodes."""
    apart = sum(len(set(row)) == len(rows[0]) for row in rows)
    if len(rows) < 4 or len(rows[0]) < 3 or 5 * apart < 4 * len(rows):
        return False
    first = {row[0] for row in rows}
    others = {text for row in rows for text in row[2:]}
    nodes = first | {row[1] for row in rows}
    return (
        len(first) == len(rows) and 2 * len(others) >= len(rows) and 10 * len(others - nodes) <= len(others)
    )


def guess(
    rows: list[list[str]],
    file: str,
    delimiter: str,
    header: bool | None = None,
    is_elsewhere: Callable[[str], bool] = lambda cell: False,
) -> Columns:
    """The meaning of the columns, from the name of the file and the first rows.

    Args:
        is_elsewhere: whether a text is a cell of the table below its first row, outside of `rows` as well.

    >>> guess([["id", "class", "age"], ["a", "red", "3"]], "people.csv", ",").label
    1
    """
    header = bool(is_header(rows, _KNOWN, is_elsewhere)) if header is None else header
    if header and has_index(rows):
        inner = guess([row[1:] for row in rows], file, delimiter, True)
        if inner.kind == "edges" or any(word(name) in IDS for name in rows[0]):
            return inner.moved(1)
        rows = [["index", *rows[0][1:]], *rows[1:]]  # the numbers are the ids
    ends = find_ends(rows[0]) if header else None
    names = [word(name) for name in names_of(rows, header)]
    rows = [row for row in rows[header:] if len(row) == len(names)]
    form = {"header": header, "delimiter": delimiter}
    if ends:
        return Columns("edges", source=ends[0], target=ends[1], **form)
    if len(names) < 2 or not _describes_nodes(names, rows, file, header):
        return Columns("edges", target=2 if relation_between(rows) == "surely" else 1, **form)
    columns = [[row[place] for row in rows] for place in range(len(names))]
    found = node_columns(names, columns, **form)
    if len(names) == 2 and found.features and any(part in file.lower() for part in _OF_CLASSES):
        return replace(found, label=found.features[0], features=())
    return found


def relation_between(rows: list[list[str]]) -> str:
    """Whether the second of three columns is a relation between the first and the third.

    "surely" where ids of the third are among those of the first and the second has none of them: its few
    words, or its numbers beside words. "perhaps" where numbers or a third column of its own leave that open.

    >>> relation_between([["a", "likes", "b"], ["b", "likes", "c"]]), relation_between([["a", "b", "c"]])
    ('surely', 'no')
    """
    if not rows or any(len(row) != 3 for row in rows):
        return "no"
    first, middle, third = (set(column) - {""} for column in zip(*rows, strict=True))
    between = all(map(is_typed, middle))
    if any(map(is_typed, middle)) and not between:
        return "no"
    nodes, numbers = first | third, any(map(is_typed, third))
    shared, odd = len(first & third), len(middle & nodes)
    few = len(middle) < len(rows) and 2 * len(middle) <= len(nodes) and len(middle) <= len(third)
    if not (between or few) or shared < 10 * odd or (between and (numbers or not shared)):
        return "no"
    if shared and not numbers:
        return "surely"
    # Third columns that are weights or kinds have no more values than the second has nodes.
    apart = 4 * len(middle) <= min(len(rows), len(third))
    return "perhaps" if apart and (shared or not numbers) else "no"


def edge_question(rows: list[list[str]], columns: Columns, is_elsewhere: Callable[[str], bool]) -> str:
    """What is ambiguous about the columns of an edge list, in a sentence; "" where nothing is."""
    if columns.kind != "edges" or (columns.header and (has_index(rows) or find_ends(rows[0]))):
        return ""
    header = columns.header
    if not header and columns.target == 1 and may_be_list(rows):
        return f"each line may be a node and its neighbours: {HOW}, or call it .adjlist."
    if not header and is_header(rows, _KNOWN, is_elsewhere) is None:
        return question(rows, None)
    if columns.target == 1 and relation_between(rows[header:]) == "perhaps":
        return f"its second column may be a target or a relation between the first and the third: {HOW}."
    if columns.target != 1 or (header and are_two_kinds(rows[0][0], rows[0][-1 if len(rows[0]) < 2 else 1])):
        return ""
    return question(rows, header)


def node_columns(
    names: list[str], columns: list[list[str]], *, labels_are_names: bool = False, **form
) -> Columns:
    """The columns of a table of nodes, from their names and their values; see `attributes.roles`."""
    id = next((names.index(name) for name in IDS if name in names), 0)
    found = roles(names, columns, id, labels_are_names)
    return Columns("nodes", id=id, **vars(found), **form)


def _describes_nodes(names: list[str], rows: list[list[str]], file: str, header: bool) -> bool:
    name = file.lower()
    if "edge" in name or "link" in name or name.startswith("out."):  # as KONECT calls them
        return False
    if any(part in name for part in ("node", "label", "feature", "vertices", "attr", "content")):
        return True
    if name.endswith(".feat"):  # as SNAP calls them
        return True
    if header and any(name in names for name in IDS):
        return True
    ids, others = ([row[place] for row in rows] for place in (0, 1))
    if not header and {*ids} & {*others}:
        return False
    if not header and 2 * len(set(others)) > len(others) and all(one.isdecimal() for one in (*ids, *others)):
        return False  # rather edges with a weight and a time
    return len(names) > 3 and len(set(ids)) == len(ids) > 1
