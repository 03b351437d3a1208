"""Printed and measured numbers in tables, and what is reproduced in plain sentences."""

from collections.abc import Sequence

from n2n.files.csv import Table, from_rows
from n2n.methods.identity import MethodName
from n2n.paper.formatting import difference, words
from n2n.paper.printed import Score
from n2n.paper.summary import Summary
from n2n.paper.verdicts import ABOVE, BELOW, NOT_PRINTED, NOT_RUN, REPRODUCED, Comparison

MARKS = {REPRODUCED: "✓", ABOVE: "▲", BELOW: "▼", NOT_RUN: "○", NOT_PRINTED: "◇"}
"""A sign for each verdict, so that colour alone does not tell them apart."""


def marked(verdict: str) -> str:
    """The verdict with its sign.

    >>> marked("reproduced")
    '✓ reproduced'
    """
    return f"{MARKS[verdict]} {verdict}"


def scores(comparisons: Sequence[Comparison]) -> Table:
    """Printed and measured scores of one dataset: test micro-F1 in per cent, None where there is none.

    Columns: method, printed, printed_sd, measured, measured_sd, seeds, verdict.

    >>> one = Comparison("GCN", "cora", Score(84.72, 0.08), Summary(85.0, 0.2, 5), 0.28, REPRODUCED)
    >>> scores([one])["measured"], scores([one])["verdict"]
    ([85.0], ['reproduced'])
    """
    printed, measured = (
        [mean_sd(getattr(one, kind)) for one in comparisons] for kind in ("printed", "measured")
    )
    return {
        "method": [one.row for one in comparisons],
        "printed": [mean for mean, _ in printed],
        "printed_sd": [sd for _, sd in printed],
        "measured": [mean for mean, _ in measured],
        "measured_sd": [sd for _, sd in measured],
        "seeds": [len(one.cells) or None for one in comparisons],
        "verdict": [one.verdict for one in comparisons],
    }


def sentences(comparisons: Sequence[Comparison]) -> tuple[str, ...]:
    """Which scores of one dataset are reproduced and which are not, in plain words.

    >>> far = Comparison("B", "cora", Score(75.0, 0.1), Summary(70.0, 0.0, 1), -5.0, BELOW)
    >>> sentences([far])
    ('0 of 1 measured scores are reproduced; B is 5.0 points lower.',)
    """
    both = [one for one in comparisons if one.difference is not None]
    if not both:
        return ()
    far = [one for one in both if one.verdict != REPRODUCED]
    others = ", ".join(
        f"{one.row} is {abs(one.difference or 0):.1f} points {'lower' if one.verdict == BELOW else 'higher'}"
        for one in far
    )
    text = f"{len(both) - len(far)} of {len(both)} measured scores are reproduced"
    return (f"{text}{'; ' if others else ''}{others}.", *_taps_against_random(both))


def _taps_against_random(comparisons: Sequence[Comparison]) -> tuple[str, ...]:
    """One positive chosen by TAPS against one drawn at random, where both were measured."""
    by_row = {one.row: one for one in comparisons}
    found = []
    for framework in ("JL", "URL"):
        taps, random = (by_row.get(f"N2N-{sampler}-1 ({framework})") for sampler in ("TAPS", "Random"))
        if taps and random:
            here, there = (_mean(taps, kind) - _mean(random, kind) for kind in ("measured", "printed"))
            found.append(
                f"{framework}: choosing the one positive by TAPS instead of at random makes a difference of "
                f"{here:+.1f} points here and {there:+.1f} in the paper."
            )
    return tuple(found)


def _mean(comparison: Comparison, kind: str) -> float:
    return mean_sd(getattr(comparison, kind))[0] or 0.0


def printed_beside_measured(comparisons: Sequence[Comparison], titles: dict[str, str]) -> Table:
    """One row per comparison, as text; the verdict with its sign.

    Args:
        titles: names of the columns of the paper's table by their keys.
    """
    return {
        "method": [one.row for one in comparisons],
        "graph": [titles[one.column] for one in comparisons],
        "printed": [words(one.printed) for one in comparisons],
        "measured here": [words(one.measured) for one in comparisons],
        "runs": [len(one.cells) for one in comparisons],
        "difference": [difference(one) for one in comparisons],
        "verdict": [marked(one.verdict) for one in comparisons],
    }


def numbers(comparisons: Sequence[Comparison]) -> Table:
    """The same as numbers, with how they were made, for a file."""
    pairs = [(mean_sd(one.printed), mean_sd(one.measured)) for one in comparisons]
    return {
        "row": [one.row for one in comparisons],
        "column": [one.column for one in comparisons],
        "printed": [printed[0] for printed, _ in pairs],
        "printed_sd": [printed[1] for printed, _ in pairs],
        "measured": [
            words(one.measured) if isinstance(one.measured, dict) else measured[0]
            for one, (_, measured) in zip(comparisons, pairs, strict=True)
        ],
        "measured_sd": [measured[1] for _, measured in pairs],
        "runs": [len(one.cells) for one in comparisons],
        "difference": [one.difference for one in comparisons],
        "verdict": [one.verdict for one in comparisons],
        "split": [one.cells[0].split if one.cells else None for one in comparisons],
        "command": [one.cells[-1].command if one.cells else None for one in comparisons],
        "machine": [_machine(one) for one in comparisons],
    }


def _machine(comparison: Comparison) -> str | None:
    machine = comparison.cells[-1].machine if comparison.cells else {}
    return f"{machine.get('processor')}, {machine.get('cores')} cores" if machine else None


def mean_sd(value) -> tuple[float | None, float | None]:
    """Mean and standard deviation of a printed or measured value, None where it has none.

    >>> mean_sd(Score(84.72, 0.08)), mean_sd(1.68), mean_sd(None)
    ((84.72, 0.08), (1.68, None), (None, None))
    """
    if isinstance(value, Score | Summary):
        return value.mean, value.sd
    return (value, None) if isinstance(value, float | int) else (None, None)


def curve_of(row: str) -> tuple[str, int]:
    """The curve of Figure 3 to which a row belongs, and its k.

    >>> curve_of("N2N-TAPS-3 (JL)"), curve_of("GraphSAGE-Mean-Random-2")
    (('N2N-TAPS (JL)', 3), ('GraphSAGE-Mean-Random', 2))
    """
    method = MethodName.parse(row)
    sampler = {"taps": "TAPS", "random": "Random"}[method.sampler]
    framework = f" ({method.framework})" if method.framework else ""
    return f"{method.base}-{sampler}{framework}", int(method.k)


def smoothness(comparisons: Sequence[Comparison]) -> Table:
    """Figure 4 of one dataset with the columns of `n2n.sampling.tables.smoothness`, as far as run."""
    found = {one.row: one.measured for one in comparisons if isinstance(one.measured, dict)}
    rows = []
    for k in ("1", "2", "3", "4", "5", "all"):
        taps = found.get("All" if k == "all" else f"TAPS-{k}")
        random = taps if k == "all" else found.get(f"Random-{k}")
        if taps and random:
            rows += [(k, per, taps[per], random[per], 0.0) for per in ("sampled", "graph")]
    return from_rows(("k", "per", "taps", "random_mean", "random_sd"), rows)
