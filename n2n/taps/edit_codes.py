"""Edits as a short text, fit for an address: `a0-3.4-9_c1-2_n20_s5_d10`.

a: edges added, c: edges cut, n: percent of noise, s: seed, d: percent of features dropped.
"""

import re
from typing import Any

MOST_EDGES = 60
"""Edges that may be added and cut by hand, each; an address has no room for many more."""
MOST_SEED = 999
LONGEST = 2_000
"""Characters of a text that is still read."""
_PART = re.compile(r"([acnsd])([0-9.-]+)", re.ASCII)
_NUMBERS = {"n": ("the noise", 100), "s": ("the seed", MOST_SEED), "d": ("the share of features", 100)}

Edge = tuple[int, int]


def code_of(added: tuple[Edge, ...], cut: tuple[Edge, ...], noise: int, seed: int, dropped: int) -> str:
    """The text; empty where nothing differs.

    >>> code_of(((0, 3),), (), 20, 0, 0)
    'a0-3_n20'
    """
    lists = {"a": added, "c": cut}
    parts = [f"{letter}{'.'.join(f'{i}-{j}' for i, j in edges)}" for letter, edges in lists.items() if edges]
    numbers = {"n": noise, "s": seed, "d": dropped}
    return "_".join([*parts, *(f"{letter}{value}" for letter, value in numbers.items() if value)])


def fields_in(text: str, num_nodes: int) -> dict[str, Any]:
    """The inverse; ValueError, a part of a sentence, where the text is no such code of this graph."""
    if len(text) > LONGEST:
        raise ValueError(f"the edits have {len(text):,} characters, more than the {LONGEST:,} allowed")
    found: dict[str, str] = {}
    for part in text.split("_") if text else ():
        match = _PART.fullmatch(part)
        if match is None or match[1] in found:
            raise ValueError(f"{part[:20]!r} is not an edit")
        found[match[1]] = match[2]
    added, cut = (_edges(found.get(letter, ""), num_nodes) for letter in "ac")
    if set(added) & set(cut):
        raise ValueError("an edge is added and cut at once")
    noise, seed, dropped = (_number(found.get(letter, "0"), *_NUMBERS[letter]) for letter in "nsd")
    return {"added": added, "cut": cut, "noise": noise, "seed": seed, "dropped": dropped}


def _edges(text: str, num_nodes: int) -> tuple[Edge, ...]:
    pairs = text.split(".") if text else []
    if len(pairs) > MOST_EDGES:
        raise ValueError(f"there are {len(pairs)} edges, and {MOST_EDGES} are the most")
    found = []
    for pair in pairs:
        ends = pair.split("-")
        if len(ends) != 2 or not all(end.isdecimal() and len(end) < 12 for end in ends):
            raise ValueError(f"{pair[:20]!r} is not an edge")
        low, high = sorted(map(int, ends))
        if high >= num_nodes:
            raise ValueError(f"there is no node {high} in this graph")
        if low == high:
            raise ValueError(f"{pair[:20]!r} is a self-loop")
        found.append((low, high))
    if len(set(found)) < len(found):
        raise ValueError("an edge is listed twice")
    return tuple(found)


def _number(text: str, name: str, most: int) -> int:
    if not text.isdecimal() or len(text) > 4 or int(text) > most:
        raise ValueError(f"{name} must be a whole number from 0 to {most}")
    return int(text)
