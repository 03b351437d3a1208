"""Which column of a table means what: proposed from names and first rows, and open to correction.

Known names of columns come first: source/target, from/to, src/dst and the like, or the same name with 1 and 2
or A and B behind it, whatever other columns there are. Without them, a first row whose cells never occur
again as ids is a header, and a first row with a cell that does occur again is an edge. Where neither can be
decided, a sentence says how to name the columns: nothing is assumed.

Columns are identified by their position, from 0, so that a correction holds with and without a header.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from n2n.io.attributes import CLASS_NAMES, IDS, LABELS, node_roles, normalized
from n2n.io.limits import Limits, ReadError, quoted

KINDS = ("edges", "nodes", "ignore")
_KNOWN = {*IDS, *LABELS, *CLASS_NAMES, "features", "feature", "attributes", "x"}
_WEIGHTS = {"weight", "weights", "width", "strength", "score"}
# Parts of the name of a file that describes nodes; with the first ones, a second column is the class.
_OF_CLASSES = ("label", "class", "target", "communit")
_OF_NODES = ("node", "label", "feature", "vertices", "attr", "content")
ENDS = (
    ("source", "target"), ("source", "destination"), ("from", "to"), ("src", "dst"), ("src", "dest"),
    ("src", "tgt"), ("citing", "cited"), ("follower", "followee"), ("follower", "followed"),
    ("sender", "receiver"), ("sender", "recipient"), ("origin", "destination"), ("ego", "alter"),
    ("subject", "object"), ("parent", "child"), ("head", "tail"), ("start", "end"), ("row", "column"),
    ("row", "col"), ("u", "v"), ("i", "j"),
)  # fmt: skip
"""Words that name the two ends of an edge, most certain first."""
_CERTAIN = {pair for pair in ENDS[:7]}
# A table of nodes may have these as well: times of existence, words of a language.
_NOT_BESIDE_IDS = {
    ("start", "end"),
    ("head", "tail"),
    ("row", "column"),
    ("row", "col"),
    ("subject", "object"),
}
_ORDINALS = (("1", "2"), ("a", "b"), ("one", "two"), ("first", "second"), ("left", "right"), ("0", "1"))
_QUALIFIERS = {
    "id", "ids", "node", "nodes", "vertex", "vertices", "name", "key", "index", "idx", "no", "nr", "num",
    "number", "label", "code",
}  # fmt: skip
_ENTITIES = {
    "account", "actor", "agent", "airport", "artist", "author", "book", "business", "buyer", "character",
    "city", "club", "company", "compound", "country", "course", "customer", "disease", "document", "drug",
    "employee", "entity", "event", "film", "gene", "group", "interactor", "item", "member", "molecule",
    "movie", "organization", "page", "paper", "participant", "person", "player", "post", "product",
    "protein", "repo", "seller", "song", "species", "station", "stop", "student", "tag", "team", "term",
    "track", "user", "venue", "word",
}  # fmt: skip
# Columns whose second word is one of these are two facts about an edge, not its ends.
_FACTS = {
    "time", "timestamp", "date", "year", "valid", "lat", "lon", "lng", "latitude", "longitude", "x", "y",
    "weight", "type", "amount", "score", "position", "pos", "offset",
}  # fmt: skip
_JOINED = re.compile(r"(source|target|from|to|src|dst|start|end)(nodes?|vertex)?(id|name|key)?")
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?|[-+]?(nan|inf)", re.IGNORECASE)
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T]\d.*)?|\d{1,2}:\d{2}(:\d{2})?")

HOW = "name the columns source and target in a first line, or give their numbers with columns="
"""What to do about an edge list whose columns are ambiguous."""

Rows = Sequence[Sequence[str]]


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
        return self.id, *(column for column in single if column is not None), *self.features

    def moved(self, columns: int) -> "Columns":
        """The same columns further to the right."""
        single = ("source", "target", "id", "name", "label", "class_name", "sparse")
        values = {field: getattr(self, field) for field in single}
        changes = {field: value + columns for field, value in values.items() if value is not None}
        return replace(self, **changes, features=tuple(column + columns for column in self.features))

    def check(self, names: Sequence[str], file: str, limits: Limits) -> None:
        """Raise ReadError unless every column exists, none is used twice, and all have names of their own."""
        if self.kind not in KINDS:
            raise ReadError(file, f"the table has kind {quoted(self.kind)}: use one of {', '.join(KINDS)}.")
        used, width = self.used(), len(names)
        for column in used:
            if not 0 <= column < width:
                reason = f"column {column + 1} is needed, but there are only {width} columns."
                if width == 1:
                    reason = "it has only one column: edges need two ends, and labels the id of their node."
                raise ReadError(file, reason)
        if len(set(used)) < len(used):
            twice = next(column for column in used if used.count(column) > 1)
            raise ReadError(
                file, f"column {twice + 1} is used for two things: choose another column for one of them."
            )
        if self.header and (filled := [name for name in names if name]):
            if len(set(filled)) < len(filled) and (width > 2 or self.kind != "edges"):  # as in geom-gcn
                twice = next(name for name in filled if filled.count(name) > 1)
                raise ReadError(file, f"two columns are called {quoted(twice)}: rename one of them.")
            if max(map(len, filled)) > limits.text:
                raise ReadError(file, f"the name of a column is longer than {limits.text:,} characters.")
        limits.check("features", len(self.features), file)

    def words(self, names: Sequence[str]) -> str:
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
    return list(rows[0]) if header else [f"column {column + 1}" for column in range(len(rows[0]))]


def propose(
    rows: list[list[str]],
    file: str,
    delimiter: str,
    header: bool | None = None,
    occurs: Callable[[str], bool] | None = None,
) -> tuple[Columns, str]:
    """The meaning of the columns, from the name of the file and the first rows, and what is ambiguous.

    Args:
        header: whether the first row is a header, where that is known.
        occurs: whether a text is a cell of the table below its first row, outside of `rows` as well.

    >>> propose([["id", "class", "age"], ["a", "red", "3"]], "people.csv", ",")[0].label
    1
    >>> propose([["a", "b"], ["c", "d"]], "edges.csv", ",")[1][:40]
    'its first line ("a", "b") may be a heade'
    """
    found = _is_header(rows, occurs) if header is None else header
    index = bool(found) and has_index(rows)
    ends = find_ends(rows[0]) if found else None
    form = {"header": bool(found), "delimiter": delimiter}
    if ends:
        return Columns("edges", source=ends[0], target=ends[1], **form), ""
    if index:
        inner, _ = propose([row[1:] for row in rows], file, delimiter, True)
        if inner.kind == "edges" or any(normalized(name) in IDS for name in rows[0]):
            return inner.moved(1), ""
        rows = [["index", *rows[0][1:]], *rows[1:]]  # the numbers are the ids
    body = [row for row in rows[form["header"] :] if len(row) == len(rows[0])]
    names = [normalized(name) for name in names_of(rows, form["header"])]
    if len(names) > 1 and _describes_nodes(names, body, file, form["header"]):
        roles = node_roles(names, [[row[at] for row in body] for at in range(len(names))])
        if len(names) == 2 and roles["features"] and any(part in file.lower() for part in _OF_CLASSES):
            roles |= {"label": roles["features"][0], "features": ()}
        words = f"({quoted(rows[0][0])}, …) may be a header or a node: name the columns id and label in it"
        return Columns("nodes", **form, **roles), f"its first line {words}." if found is None else ""
    relation = _relation_between(body)
    columns = Columns("edges", target=2 if relation == "surely" else 1, **form)
    if index or relation == "surely":
        return columns, ""
    if not found and _may_be_list(rows):
        return columns, f"each line may be a node and its neighbours, which is not read: {HOW}."
    if found is None:
        words = ", ".join(quoted(cell) for cell in rows[0][:2])
        return columns, f"its first line ({words}) may be a header or an edge: {HOW}."
    if relation == "perhaps":
        what = "a target or a relation between the first and the third"
        return columns, f"its second column may be {what}: {HOW}."
    if found and len(names) > 1 and are_two_kinds(rows[0][0], rows[0][1]):
        return columns, ""
    if len(names) > 2 and _may_be_edge_ids(body):
        return columns, f"its first column may be the source, or the second and the third the ends: {HOW}."
    return columns, ""


def words_of(name: str) -> tuple[str, ...]:
    """The words in the name of a column.

    >>> words_of("SourceNode"), words_of(":START_ID(Person)"), words_of("fromnodeid"), words_of("person1")
    (('source', 'node'), ('start', 'id'), ('from', 'node', 'id'), ('person', '1'))
    """
    text = re.sub(r"\([^)]*\)", " ", name)
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=\d)", " ", text)
    words: list[str] = []
    for word in re.findall(r"[^\W_]+", text.casefold()):
        joined = _JOINED.fullmatch(word)
        words += [part for part in joined.groups() if part] if joined else [word]
    return tuple(words)


def find_ends(names: Sequence[str]) -> tuple[int, int] | None:
    """The two columns whose names say that they are the ends of edges.

    >>> find_ends(["Id", "Source", "Target", "Weight"]), find_ends(["Vertex 1", "Vertex 2", "Color"])
    ((1, 2), (0, 1))
    >>> find_ends(["id", "age", "height"])
    """
    words = [words_of(name) for name in names]
    has_id = any(one and set(one) <= {"id", "node", "name"} for one in words)
    for pair in ENDS:
        if has_id and pair in _NOT_BESIDE_IDS and not any("id" in one and pair[0] in one for one in words):
            continue
        if found := _columns_of(pair, words):
            return found
    return _numbered(words)


def _columns_of(pair: tuple[str, str], words: list[tuple[str, ...]]) -> tuple[int, int] | None:
    """The columns named by a pair of words: alone if possible, else with "id" or another word in common."""
    left, right = ([at for at, one in enumerate(words) if end in one] for end in pair)
    best: list[tuple[int, int, int]] = []
    for i in left:
        for j in right:
            rest = [{*words[at]} - {end} for at, end in zip((i, j), pair, strict=True)]
            if i == j or (rest[0] | rest[1]) & _FACTS or (rest[0] != rest[1] and len(left + right) > 2):
                continue
            if len(pair[0]) == 1 and not rest[0] <= _QUALIFIERS:
                continue
            rank = 0 if not rest[0] else 1 if "id" in rest[0] else 2 if rest[0] <= _QUALIFIERS else 3
            best.append((rank, i, j))
    return min(best)[1:] if best else None


def _numbered(words: list[tuple[str, ...]]) -> tuple[int, int] | None:
    """The columns whose names differ in nothing but 1 and 2, or A and B."""
    for low, high in _ORDINALS:
        for i, one in enumerate(words):
            at = next((at for at, word in enumerate(one) if word == low), None)
            rest = {*one} - {low}
            if at is None or not rest or rest & _FACTS:
                continue
            other = (*one[:at], high, *one[at + 1 :])
            if other in words and (rest & (_ENTITIES | _QUALIFIERS) or (i, words.index(other)) == (0, 1)):
                return i, words.index(other)
    return None


def are_two_kinds(source: str, target: str) -> bool:
    """Whether the names of two columns say that the ends of edges are different kinds of things.

    >>> are_two_kinds("user_id", "item_id"), are_two_kinds("user_id", "friend_id")
    (True, False)
    """
    kinds = [{*words_of(name)} & _ENTITIES for name in (source, target)]
    return (
        bool(kinds[0]) and bool(kinds[1]) and not kinds[0] & kinds[1] and find_ends([source, target]) is None
    )


def is_typed(text: str) -> bool:
    """Whether a text is a number, a date, a time or a truth value, which no header is."""
    if _NUMBER.fullmatch(text) or re.fullmatch(r"[-+]?\d+,\d+", text):
        return True
    return bool(_DATE.fullmatch(text)) or text.casefold() in ("true", "false")


def _is_header(rows: Rows, occurs: Callable[[str], bool] | None) -> bool | None:
    """Whether the first row is a header; None where that cannot be decided."""
    first, rest = list(rows[0]), [row for row in rows[1:] if len(row) == len(rows[0])]
    if has_index(rows):
        return True
    below = {cell for row in rest for cell in row}
    if ends := find_ends(first):
        left, right = words_of(first[ends[0]]), words_of(first[ends[1]])
        if any(pair[0] in left and pair[1] in right for pair in _CERTAIN):  # no id looks like these names
            return True
        named = {first[end] for end in ends}
        if not (named & below or (occurs and any(map(occurs, named)))):
            return True
    if any(not cell for cell in first):
        return False
    if any(map(is_typed, first)):
        # pandas numbers columns without names; above words these numbers are no ids.
        numbered = first == [str(at) for at in range(len(first))]
        return numbered and len(rest) > 1 and not any(is_typed(cell) for row in rest for cell in row[:2])
    if normalized(first[0]) in IDS and first[0] not in below and not (occurs and occurs(first[0])):
        return True
    if sum("_".join(words_of(cell)) in _KNOWN for cell in first) >= min(2, len(first)):
        return True
    if rest and any(all(is_typed(row[at]) for row in rest) for at in range(len(first))):
        return True
    if not rest or {*first} & below or len({*first}) < len(first) or (occurs and any(map(occurs, first[:2]))):
        return False
    counts = Counter(cell for row in rest for cell in set(row[:2]))
    return True if max(counts.values()) > 1 else None


def has_index(rows: Rows) -> bool:
    """Whether the first column numbers the rows, as pandas writes it: without a name, or as "Unnamed: 0"."""
    if len(rows) < 2 or len(rows[0]) < 2 or rows[0][0] not in ("", "Unnamed: 0"):
        return False
    return all(row and row[0] == str(number) for number, row in enumerate(rows[1:]))


def _may_be_edge_ids(rows: Rows) -> bool:
    """Whether the first of three columns may number the edges: ids of their own, or numbers beside words."""
    if len(rows) < 2:
        return False
    first, second, third = ({row[at] for row in rows} - {""} for at in range(3))
    apart = not first & second and not first & third and bool(second & third)
    typed = all(map(is_typed, first)) and not any(map(is_typed, second | third))
    return apart and (typed or (len(first) == len(rows) > 2))


def unused_facts(names: Sequence[str], columns: Columns) -> list[tuple[str, int]]:
    """Columns of an edge list that hold weights or directions, which a graph here does not have."""
    facts = []
    for column, name in enumerate(names):
        words = set(words_of(name))
        if columns.kind == "edges" and column not in (columns.source, columns.target):
            facts += [("weights", column)] if words & _WEIGHTS else []
            facts += [("directions", column)] if words <= {"type", "directed"} and words else []
    return facts


def _relation_between(rows: list[list[str]]) -> str:
    """Whether the second of three columns is a relation between the first and the third.

    "surely" where ids of the third are among those of the first and the second has none of them: its few
    words, or its numbers beside words. "perhaps" where numbers or a third column of its own leave that open.
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


def _may_be_list(rows: list[list[str]]) -> bool:
    """Whether each line may be a node and its neighbours: no node begins two, and all cells name nodes."""
    if (
        len(rows) < 4
        or len(rows[0]) < 3
        or 5 * sum(len(set(row)) == len(rows[0]) for row in rows) < 4 * len(rows)
    ):
        return False
    first = {row[0] for row in rows}
    others = {text for row in rows for text in row[2:]}
    nodes = first | {row[1] for row in rows if len(row) > 1}
    return (
        len(first) == len(rows) and 2 * len(others) >= len(rows) and 10 * len(others - nodes) <= len(others)
    )


def _describes_nodes(names: list[str], rows: list[list[str]], file: str, header: bool) -> bool:
    name = file.lower()
    if "edge" in name or "link" in name or name.startswith("out."):  # as KONECT calls them
        return False
    if any(part in name for part in _OF_NODES) or name.endswith(".feat"):  # as SNAP calls them
        return True
    if header and any(name in names for name in IDS):
        return True
    ids, others = ([row[column] for row in rows] for column in (0, 1))
    if not header and {*ids} & {*others}:
        return False
    if not header and 2 * len(set(others)) > len(others) and all(one.isdecimal() for one in (*ids, *others)):
        return False  # rather edges with a weight and a time
    return len(names) > 3 and len(set(ids)) == len(ids) > 1
