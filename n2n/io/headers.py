"""Whether the first row of a table is a header, and which two of its columns are the ends of edges.

Known names of columns come first: source/target, from/to, src/dst and the like, or the same name with 1 and
2 or A and B behind it, whatever other columns there are. Without them, a first row whose cells never occur
again as ids is a header, and a first row with a cell that does occur again is an edge. Where neither can be
decided, `question` says how to name the columns: nothing is guessed.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence

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


def is_header(rows: Rows, known: set[str], is_elsewhere: Callable[[str], bool]) -> bool | None:
    """Whether the first row is a header; None where that cannot be decided.

    Args:
        rows: the first rows of a table.
        known: further names of columns, as `words_of` joins them with underscores.
        is_elsewhere: whether a text is a cell of the table below the first row, outside of `rows` as well.
    """
    first, rest = list(rows[0]), [row for row in rows[1:] if len(row) == len(rows[0])]
    if has_index(rows):
        return True
    below = {cell for row in rest for cell in row}
    if ends := find_ends(first):
        named = {first[end] for end in ends}
        if _is_certain(first, ends) or not (named & below or any(map(is_elsewhere, named))):
            return True
    if any(not cell for cell in first):
        return False
    if any(map(is_typed, first)):
        # pandas numbers columns without names; above words these numbers are no ids.
        numbered = first == [str(at) for at in range(len(first))]
        return numbered and len(rest) > 1 and not any(is_typed(cell) for row in rest for cell in row[:2])
    if sum("_".join(words_of(cell)) in known for cell in first) >= min(2, len(first)):
        return True
    if rest and any(all(is_typed(row[at]) for row in rest) for at in range(len(first))):
        return True
    if (
        not rest
        or {*first} & below
        or len({*first}) < len(first)
        or any(is_elsewhere(cell) for cell in first[:2])
    ):
        return False
    counts = Counter(cell for row in rest for cell in set(row[:2]))
    return True if max(counts.values()) > 1 else None


def _is_certain(names: Sequence[str], ends: tuple[int, int]) -> bool:
    """Whether no id looks like these names."""
    source, target = (words_of(names[end]) for end in ends)
    return any(left in source and right in target for left, right in _CERTAIN)


def has_index(rows: Rows) -> bool:
    """Whether the first column numbers the rows, as pandas writes it: without a name, or as "Unnamed: 0"."""
    if len(rows) < 2 or len(rows[0]) < 2 or rows[0][0] not in ("", "Unnamed: 0"):
        return False
    return all(row and row[0] == str(number) for number, row in enumerate(rows[1:]))


def question(rows: Rows, header: bool | None) -> str:
    """What cannot be decided about an edge list whose columns have no known names; "" where all is clear.

    >>> question([["0.5", "anna", "ben"], ["0.25", "ben", "cleo"]], False)[:40]
    'its first column may be the source, or t'
    """
    if header is None:
        words = ", ".join(f'"{cell[:20]}"' for cell in rows[0][:2])
        return f"its first line ({words}) may be a header or an edge: {HOW}."
    body = [row for row in rows[header:] if len(row) == len(rows[0])]
    if len(body) < 2 or len(rows[0]) < 3:
        return ""
    first, second, third = ({row[at] for row in body} - {""} for at in range(3))
    apart = not first & second and not first & third and second & third
    typed = all(map(is_typed, first)) and not any(map(is_typed, second | third))
    if apart and (typed or (len(first) == len(body) > 2)):
        return f"its first column may be the source, or the second and the third the ends: {HOW}."
    return ""
