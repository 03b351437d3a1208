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
from dataclasses import dataclass

from n2n.io.attributes import CLASS_NAMES, IDS, LABELS, node_roles, normalized
from n2n.io.limits import Limits, ReadError, quoted

KINDS = ("edges", "nodes", "ignore")
HOW = "name the columns source and target in a first line, or give their numbers with columns="
"""What to do about an edge list whose columns are ambiguous."""

_CERTAIN = (
    ("source", "target"), ("source", "destination"), ("from", "to"), ("src", "dst"), ("src", "dest"),
    ("src", "tgt"), ("citing", "cited"),
)  # fmt: skip
_ENDS = (
    *_CERTAIN, ("follower", "followee"), ("follower", "followed"), ("sender", "receiver"),
    ("sender", "recipient"), ("giver", "receiver"), ("origin", "destination"), ("ego", "alter"),
    ("payer", "payee"), ("buyer", "seller"), ("caller", "callee"), ("manager", "employee"),
    ("user", "friend"), ("paper", "reference"), ("who", "whom"), ("parent", "child"), ("subject", "object"),
    ("head", "tail"), ("start", "end"), ("row", "column"), ("row", "col"), ("out", "in"), ("u", "v"),
    ("i", "j"), ("n", "m"), ("a", "b"),
)  # fmt: skip
"""Words that name the two ends of an edge, most certain first."""
# A table of nodes may have these as well: times of existence, words of a language.
_NOT_BESIDE_IDS = _ENDS[_ENDS.index(("subject", "object")) :]
_ORDINALS = (("1", "2"), ("a", "b"), ("one", "two"), ("first", "second"), ("left", "right"), ("0", "1"))
_QUALIFIERS = {
    "id", "ids", "node", "nodes", "vertex", "vertices", "name", "key", "index", "idx", "no", "nr", "num",
    "number", "label", "code",
}  # fmt: skip
# With 1 and 2 behind them, these are ends of an edge even in a table with ids; other names may be features.
_ENTITIES = {
    "account", "actor", "agent", "airport", "artist", "author", "character", "city", "club", "company",
    "country", "document", "drug", "entity", "gene", "interactor", "item", "member", "molecule", "page",
    "paper", "participant", "person", "player", "product", "protein", "species", "station", "stop", "team",
    "term", "user", "word",
}  # fmt: skip
# Columns whose second word is one of these are two facts about an edge, not its ends.
_FACTS = {
    "time", "timestamp", "date", "year", "valid", "lat", "lon", "lng", "latitude", "longitude", "x", "y",
    "weight", "type", "amount", "score", "position", "pos", "offset",
}  # fmt: skip
_KNOWN = {*IDS, *LABELS, *CLASS_NAMES, "features", "feature", "attributes", "x"}
_WEIGHTS = {"weight", "weights", "width", "strength", "score"}
# Parts of the name of a file that describes nodes; with the first ones, a second column is the class.
_OF_CLASSES = ("label", "class", "target", "communit")
_OF_NODES = ("node", "label", "feature", "vertices", "attr", "content")
_JOINED = re.compile(r"(source|target|from|to|src|dst|start|end)(nodes?|vertex)?(id|name|key)?")
_NUMBER = re.compile(
    r"[-+]?(\d+\.?\d*|\.\d+|\d+,\d+)([eE][-+]?\d+)?|[-+]?(nan|inf)|true|false", re.IGNORECASE
)
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T]\d.*)?|\d{1,2}:\d{2}(:\d{2})?")

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

    def check(self, names: Sequence[str], file: str, limits: Limits) -> None:
        """Raise ReadError unless every column exists, none is used twice, and all have names of their own."""
        if self.kind not in KINDS:
            raise ReadError(file, f"the table has kind {quoted(self.kind)}: use one of {', '.join(KINDS)}.")
        used, width = self.used(), len(names)
        if beyond := [column for column in used if not 0 <= column < width]:
            reason = f"column {beyond[0] + 1} is needed, but there are only {width} columns."
            if width == 1:
                reason = "it has only one column: edges need two ends, and labels the id of their node."
            raise ReadError(file, reason)
        [(column, count)] = Counter(used).most_common(1)
        if count > 1:
            reason = f"column {column + 1} is used for two things: choose another column for one of them."
            raise ReadError(file, reason)
        if self.header:
            [(name, count)] = Counter(filter(None, names)).most_common(1) or [("", 1)]
            if count > 1 and (width > 2 or self.kind != "edges"):  # as in geom-gcn
                raise ReadError(file, f"two columns are called {quoted(name)}: rename one of them.")
            if max(map(len, names), default=0) > limits.text:
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
    occurs: Callable[[str], bool] = lambda cell: False,
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
    form = {"header": bool(found), "delimiter": delimiter}
    if found and (ends := find_ends(rows[0])):
        return Columns("edges", source=ends[0], target=ends[1], **form), ""
    body = [row for row in rows[form["header"] :] if len(row) == len(rows[0])]
    names = [normalized(name) for name in names_of(rows, form["header"])]
    if len(names) > 1 and _describes_nodes(names, body, file, form["header"]):
        roles = node_roles(names, [[row[at] for row in body] for at in range(len(names))])
        if len(names) == 2 and roles["features"] and any(part in file.lower() for part in _OF_CLASSES):
            roles |= {"label": roles["features"][0], "features": ()}
        words = f"({quoted(rows[0][0])}, …) may be a header or a node: name the columns id and label in it"
        return Columns("nodes", **form, **roles), f"its first line {words}." if found is None else ""
    # An index of pandas or R has no name.
    others = [at for at, name in enumerate(names) if not found or name not in ("", *IDS)]
    at, question = _ends_in(body, others if len(others) > 1 else list(range(len(names))), form["header"])
    if not question and any(_are_fractions([row[end] for row in body if end < len(row)]) for end in at):
        question = "the numbers in its first columns are no ids"
    if found is None and not question and at[1] - at[0] == 1:
        words = ", ".join(quoted(cell) for cell in rows[0][:2])
        question = f"its first line ({words}) may be a header or an edge"
    return Columns("edges", source=at[0], target=at[1], **form), question and f"{question}: {HOW}."


def _ends_in(body: Rows, columns: list[int], header: bool) -> tuple[tuple[int, int], str]:
    """The first two columns as the ends, or the first and the third of triples; and what is ambiguous."""
    ends = (columns[0], columns[1] if len(columns) > 1 else 1)
    cells = [{row[at] for row in body} - {""} for at in columns[:3]]
    numbers = [bool(column) and all(map(is_typed, column)) for column in cells]
    if len(cells) < 3 or len(body) < 2:
        return ends, ""
    first, second, third = cells
    near, far, apart = len(first & second), len(first & third), len(second & third)
    number, numbers = numbers[0], numbers[1:]
    relation = "its second column may be a target or a relation between the first and the third"
    edge_ids = "its first column may be the source, or the second and the third the ends"
    if number and not numbers[0]:
        return ends, relation if far else edge_ids
    if not number and not numbers[1] and far and far >= 10 * near:
        few = numbers[0] or 2 * len(second) <= len(first | third)
        return ((columns[0], columns[2]), "") if few else (ends, relation)
    if not number and numbers[0]:
        return ends, ""
    unshared = len(first) == len(body) and not near and not far
    whole = number and all(cell.isdecimal() for cell in third) and len(third) > 2
    # A header would have said that the first column numbers the rows.
    numbered = whole and not header and _is_index([row[columns[0]] for row in body])
    if apart and (unshared or numbered):
        return ends, edge_ids
    if near and far and not number and near < 10 * far:
        return ends, "each line may be a node and its neighbours, which is not read"
    if not (near or far or apart or numbers[1]) and 4 * len(second) <= min(len(body), len(third)):
        return ends, relation
    return ends, ""


def _are_fractions(cells: Sequence[str]) -> bool:
    return all(map(is_typed, cells)) and any(re.search(r"[.,]\d*[1-9]", cell) for cell in cells)


def _is_index(cells: Sequence[str]) -> bool:
    """Whether cells number the rows, from 0 or 1."""
    return any(list(cells) == [str(at) for at in range(first, first + len(cells))] for first in (0, 1))


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
    for pair in _ENDS:
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
            if len(pair[0]) < 4 and pair not in _CERTAIN and not rest[0] <= _QUALIFIERS:
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
            if at is None or rest & _FACTS:
                continue
            other = (*one[:at], high, *one[at + 1 :])
            if other in words and (rest & (_ENTITIES | _QUALIFIERS) or (i, words.index(other)) == (0, 1)):
                return i, words.index(other)
    return None


def is_typed(text: str) -> bool:
    """Whether a text is a number, a date, a time or a truth value, which no header is."""
    return bool(_NUMBER.fullmatch(text) or _DATE.fullmatch(text))


def _is_header(rows: Rows, occurs: Callable[[str], bool]) -> bool | None:
    """Whether the first row is a header; None where that cannot be decided."""
    first, rest = list(rows[0]), [row for row in rows[1:] if len(row) == len(rows[0])]
    below = {cell for row in rest for cell in row}

    def is_id(cell: str) -> bool:
        return cell in below or occurs(cell)

    if ends := find_ends(first):
        left, right = words_of(first[ends[0]]), words_of(first[ends[1]])
        # No id looks like the first of these names.
        if any(pair[0] in left and pair[1] in right for pair in _CERTAIN):
            return True
        if not any(len(first[end]) == 1 or is_id(first[end]) for end in ends):
            return True
    if first[0] in ("", "Unnamed: 0") and len(first) > 1 and all(first[1:]):  # an index has no name
        return True
    if any(not cell for cell in first):
        return False
    if any(map(is_typed, first)):
        # pandas numbers columns without names; above words these numbers are no ids.
        numbered = first == [str(at) for at in range(len(first))]
        return numbered and len(rest) > 1 and not any(is_typed(cell) for row in rest for cell in row[:2])
    if normalized(first[0]) in IDS and not is_id(first[0]):
        return True
    if sum("_".join(words_of(cell)) in _KNOWN for cell in first) >= min(2, len(first)):
        return True
    if rest and any(all(is_typed(row[at]) for row in rest) for at in range(len(first))):
        return True
    if not rest or len({*first}) < len(first) or below & {*first} or any(map(occurs, first[:2])):
        return False
    counts = Counter(cell for row in rest for cell in set(row[:2]))
    return True if max(counts.values()) > 1 else None


def unused_facts(names: Sequence[str], columns: Columns) -> list[tuple[str, int]]:
    """Columns of an edge list that hold weights or directions, which a graph here does not have."""
    facts = []
    for column, name in enumerate(names):
        words = set(words_of(name))
        if columns.kind == "edges" and column not in (columns.source, columns.target):
            facts += [("weights", column)] if words & _WEIGHTS else []
            facts += [("directions", column)] if words <= {"type", "directed"} and words else []
    return facts


def _describes_nodes(names: list[str], rows: Rows, file: str, header: bool) -> bool:
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
