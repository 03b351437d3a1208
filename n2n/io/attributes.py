"""Which columns of a table of nodes are its names, its classes and numbers to learn from.

The attributes of nodes in a file such as GraphML are columns like those of a table. The proposal goes by the
name of a column and by its values: with as many distinct values as nodes, it is a name and never a class.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

IDS = ("id", "node", "node_id", "nodeid", "name", "vertex", "index")
LABELS = (
    "class", "label", "y", "category", "community", "club", "group", "target", "type", "subject",
    "ground_truth", "gt", "modularity_class", "communities", "cluster", "faction", "party", "value",
)  # fmt: skip
CLASS_NAMES = ("class_name", "label_name")
# Attributes that show a node to people, best first.
_NAMES = ("label", "name", "title", "full_name", "screen_name", "username", "display_name", "shared_name")
# Classes and nothing else, and what a table of nodes holds for drawing them: neither are features.
_ONLY_CLASSES = {
    "class", "label", "target", "community", "communities", "modularity_class", "ground_truth", "gt",
    "cluster",
}  # fmt: skip
_DRAWING = {"x", "y", "z", "posx", "posy", "size", "color", "colour", "r", "g", "b", "subgraph", "degree"}
DECIMAL_COMMA = re.compile(r"[-+]?\d+,\d+")
_THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2},\d{3}")
_SPARSE = re.compile(r"\S+:[-+.\deE]+([ ;]+\S+:[-+.\deE]+)*")
_LONG = 80
"""A text of more characters describes a node, it does not name it."""
_FEW = 20
"""Numbers without a telling name are classes only if there are at most this many of them."""
_WIDE = 100
"""Of a table with more columns only a few rows may be known, and few classes are often distinct by chance."""


@dataclass(frozen=True)
class _Column:
    """One column of a table of nodes in numbers."""

    at: int
    word: str
    nodes: int
    filled: int
    distinct: int
    kind: str
    """"whole", "number", "text", or "unclear" where 1,234 may be more than one or more than a thousand."""
    longest: int

    @property
    def is_unique(self) -> bool:
        return self.distinct == self.nodes

    @property
    def is_mostly_unique(self) -> bool:
        return self.nodes >= 6 and 2 * self.distinct > self.nodes

    @property
    def rank(self) -> int | None:
        """How surely its name is that of a class, 0 best; None for other names."""
        if self.word in LABELS:
            return LABELS.index(self.word)
        last = re.split(r"[^a-z0-9]+", self.word)[-1]
        return len(LABELS) + LABELS.index(last) if last in LABELS and last != "y" else None


def normalized(name: str) -> str:
    """The name of a column in the form in which names are compared; Neo4j writes personId:ID, :LABEL.

    >>> normalized("Modularity Class"), normalized("nodeType"), normalized("personId:ID(Person)")
    ('modularity_class', 'nodetype', 'id')
    """
    name = re.sub(r".*:(?=(ID|LABEL)\b)|\(.*\)$", "", name)
    return name.strip().strip("\"'#").strip().casefold().replace(" ", "_")


def node_roles(
    names: Sequence[str], columns: Sequence[Sequence[str]], labels_are_names: bool = False
) -> dict[str, Any]:
    """The columns of a table of nodes, as fields of `Columns`, from their names and their values as text.

    Args:
        labels_are_names: whether `label` is what a program shows of a node, as in GML and GEXF.

    >>> blogs = [["0", "1", "2", "3"], ["a.com", "b.com", "c.com", "d.com"], ["0", "0", "1", "1"]]
    >>> roles = node_roles(["id", "label", "value"], blogs, labels_are_names=True)
    >>> roles["name"], roles["label"]
    (1, 2)
    """
    names = [normalized(name) for name in names]
    id = next((names.index(name) for name in IDS if name in names), 0)
    found = [_measure(at, names[at], columns[at]) for at in range(len(names)) if at != id]
    is_sparse = (one.at for one in found if any(_SPARSE.fullmatch(text.strip()) for text in columns[one.at]))
    sparse = next(is_sparse, None)
    class_name = next((one.at for one in found if one.word in CLASS_NAMES), None)
    free = [one for one in found if one.at not in (sparse, class_name)]
    # Two nodes of two classes are no evidence, nor are five rows of a wide table.
    enough = len(columns[0]) >= (3 if len(names) <= _WIDE else 30)
    name = _name(free, enough, labels_are_names)
    free = [one for one in free if one.at != name]
    label = _label(free, enough, class_name is not None)
    if label is None:
        label, class_name = class_name, None
    unlike = _DRAWING | _ONLY_CLASSES | ({"width", "height"} if {"width", "height"} <= set(names) else set())
    usable = (one for one in free if one.at != label and (one.word not in unlike or len(found) > 50))
    features = () if sparse is not None else tuple(one.at for one in usable if _is_feature(one))
    return {
        "id": id, "name": name, "label": label, "class_name": class_name, "features": features,
        "sparse": sparse,
    }  # fmt: skip


def _measure(at: int, name: str, values: Sequence[str]) -> _Column:
    filled = [value for value in values if value]
    distinct = set(filled)
    kind = _kind(distinct)
    if kind == "whole" and all(float(value) >= -1 for value in distinct):
        distinct.discard("-1")  # no label
    longest = max(map(len, distinct), default=0)
    return _Column(at, name, len(values), len(filled), len(distinct), kind, longest)


def _kind(values: set[str]) -> str:
    if not values or not all(map(is_number, values)):
        return "text"
    if commas := [value for value in values if "," in value]:
        return "unclear" if all(map(_THOUSANDS.fullmatch, commas)) else "number"
    return "whole" if all(float(value).is_integer() for value in values) else "number"


def is_number(text: str) -> bool:
    """Whether a text is a number, NaN, infinity and one with a decimal comma included."""
    try:
        float(text)
    except ValueError:
        return bool(DECIMAL_COMMA.fullmatch(text))
    return "_" not in text


def _name(free: list[_Column], enough: bool, labels_are_names: bool) -> int | None:
    """The column that shows a node to people."""

    def fits(one: _Column) -> bool:
        by_word = one.word in _NAMES
        if not one.distinct or one.kind == "unclear" or (one.kind == "number" and one.word != "name"):
            return False
        if not enough:
            return one.is_unique and by_word and (one.word != "label" or labels_are_names)
        if by_word and one.is_mostly_unique and one.kind == "text":
            return True
        return one.is_unique and (by_word or (one.kind == "text" and one.longest <= _LONG))

    def order(one: _Column) -> tuple:
        rank = _NAMES.index(one.word) if one.word in _NAMES else len(_NAMES)
        return one.kind != "text", rank, one.at  # numbers only repeat the id

    best = min(filter(fits, free), key=order, default=None)
    return None if best is None else best.at


def _label(free: list[_Column], enough: bool, has_class_names: bool) -> int | None:
    """The column that says to which class a node belongs."""
    if has_class_names and (pair := [one.at for one in free if one.word in ("class", "label")]):
        return pair[0]  # as this program writes it

    def may_be_class(one: _Column) -> bool:
        if not one.distinct or one.kind in ("number", "unclear") or (enough and one.is_unique):
            return False
        few = one.distinct <= max(3, one.nodes // 2)
        return not enough or one.kind == "text" or one.word in ("class", "label") or few

    named = sorted(
        (one for one in free if one.rank is not None and may_be_class(one)),
        key=lambda one: (one.rank, one.distinct, one.at),
    )
    if enough and any(one.word == "x" and one.kind == "whole" for one in free):
        named = [one for one in named if (one.word, one.kind) != ("y", "whole")]  # a position in a drawing
    free = [one for one in free if one.word not in _DRAWING]
    words = [
        one
        for one in free
        if one.kind == "text" and 2 * one.distinct <= max(one.filled, 4) and one.distinct > enough
    ]
    numbers = [
        one
        for one in free
        if one.kind == "whole" and 1 < one.distinct <= _FEW and 3 * one.distinct <= one.nodes
    ]
    usual = [one for one in named if not enough or (one.distinct > 1 and not one.is_mostly_unique)]
    if usual:
        return usual[0].at
    if words:
        return min(words, key=lambda one: (2 * one.filled < one.nodes, one.distinct, one.at)).at
    if named:  # all the same, or hardly any the same: the report says so
        return named[0].at
    return numbers[0].at if len(numbers) == 1 else None


def _is_feature(one: _Column) -> bool:
    """Whether it is a number at every node, and not another id or the index of pandas, which has no name."""
    if one.kind in ("text", "unclear") or one.filled < one.nodes:
        return False
    an_id = one.word in ("", *_NAMES, *IDS, "attribute_id") or one.word.endswith("_id")
    return not (an_id and one.is_unique and one.nodes > 2)
