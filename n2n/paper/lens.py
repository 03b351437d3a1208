"""What another protocol does to the scores: how far each method moves, and whether the ranking changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from n2n.files.csv import Table, from_rows
from n2n.paper.protocol import Protocol
from n2n.paper.summary import Summary
from n2n.paper.verdicts import Comparison
from n2n.training.selection import mark
from n2n.training.tables import signed


@dataclass(frozen=True)
class Shift:
    """A method under two protocols, on the graphs where it was measured under both."""

    method: str
    points: float
    """Mean over the graphs of the score under the second protocol minus that under the first."""
    graphs: int


@dataclass(frozen=True)
class Lens:
    """Two protocols and what lies between them."""

    before: Protocol
    after: Protocol
    shifts: tuple[Shift, ...]
    """The methods, the one that gains most first."""
    swapped: int
    """Pairs of methods on one graph whose order is another one."""
    pairs: int
    leaders: tuple[tuple[str, str, str], ...]
    """(column, best method before, best method after) where the two differ."""

    @property
    def ranking_changes(self) -> bool:
        """Whether the order of any two methods is another one."""
        return self.swapped > 0


def look_through(
    before: Sequence[Comparison], after: Sequence[Comparison], protocols: tuple[Protocol, Protocol]
) -> Lens:
    """Compare the scores of a table under two protocols.

    Where both protocols read the same runs, a method moves by the mean over the runs that have both scores;
    with another split the runs are others, so there the means differ.
    """
    moved: dict[str, list[float]] = {}
    scores: dict[str, list[tuple[str, float, float]]] = {}
    for one, other in zip(before, after, strict=True):
        pair = _both(one, other, protocols)
        if pair is not None:
            moved.setdefault(one.row, []).append(pair[1] - pair[0])
            scores.setdefault(one.column, []).append((one.row, *pair))
    shifts = [Shift(row, round(float(np.mean(points)), 2), len(points)) for row, points in moved.items()]
    swapped = pairs = 0
    leaders = []
    for column, rows in scores.items():
        for a, b in combinations(rows, 2):
            pairs += 1
            swapped += (a[1] - b[1]) * (a[2] - b[2]) < 0
        first, second = (max(rows, key=lambda row: row[place])[0] for place in (1, 2))
        if first != second:
            leaders.append((column, first, second))
    shifts.sort(key=lambda shift: -shift.points)
    return Lens(*protocols, tuple(shifts), swapped, pairs, tuple(leaders))


def _both(
    one: Comparison, other: Comparison, protocols: tuple[Protocol, Protocol]
) -> tuple[float, float] | None:
    """The mean scores (%) of one number under both protocols; None where one of them is missing."""
    if not one.cells or not other.cells:
        return None
    if protocols[0].split != protocols[1].split:
        assert isinstance(one.measured, Summary)
        assert isinstance(other.measured, Summary)
        return one.measured.mean, other.measured.mean
    shared = [cell for cell in one.cells if protocols[1].score(cell) is not None]
    if not shared:
        return None
    first, second = (float(np.mean([p.score(cell) or 0.0 for cell in shared])) for p in protocols)
    return 100 * first, 100 * second


def sentences(lens: Lens, titles: dict[str, str]) -> tuple[str, ...]:
    """How far scores move on average, which method most, and what becomes of the ranking.

    Args:
        titles: names of the columns by their keys.
    """
    if not lens.shifts:
        return ("Nothing shown here has been measured under both protocols.",)
    points = [shift.points for shift in lens.shifts]
    far = max(lens.shifts, key=lambda shift: abs(shift.points))
    note = mark(lens.after.selection)
    text = (
        f"Compared with the default protocol, the {len(points)} methods measured under both move by "
        f"{signed(float(np.mean(points)))} points on average, {far.method} most, by {signed(far.points)}"
        f"{note}."
    )
    if not lens.ranking_changes:
        return text, "The ranking of the methods does not change."
    changed = "".join(
        f" On {titles.get(column, column)} {second} is first instead of {first}."
        for column, first, second in lens.leaders[:3]
    )
    order = f"The ranking changes: {lens.swapped:,} of {lens.pairs:,} pairs of methods swap places."
    return text, order + (changed or " The first places stay.")


def shift_table(lens: Lens) -> Table:
    """One row per method: by how many points it moves on average, over how many graphs."""
    points = f"points{mark(lens.after.selection)}"
    rows = [(shift.method, shift.points, shift.graphs) for shift in lens.shifts]
    return from_rows(("method", points, "columns"), rows)
