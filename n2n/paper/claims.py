"""What the paper says of its tables and figures in words, and whether it holds for what was measured here.

Where anything is drawn, the confidence interval over seeds decides, as in `n2n.paper.paired`: a claim holds
where the interval lies above zero and fails where it lies below. A claim on each of several holds where it
holds of each. What is computed from the graph alone is simply true or false.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from statistics import fmean

import numpy as np

from n2n.methods.identity import N2N, MethodName
from n2n.methods.recipes import baselines
from n2n.paper.experiments import EXPERIMENTS, N2N_ROWS, SIZES
from n2n.paper.lineup import SAMPLED
from n2n.paper.paired import gains
from n2n.paper.rows import sampling_row
from n2n.paper.store import Cell
from n2n.paper.summary import FEWEST, UNDECIDED, decide, interval
from n2n.paper.verdicts import NOT_RUN, YARDSTICK, compare
from n2n.taps.samplers import ALL

HOLDS, FAILS = "holds", "does not hold"


@dataclass(frozen=True)
class Claim:
    """One sentence of the paper, checked on one dataset."""

    text: str
    dataset: str
    status: str
    evidence: str
    """The numbers behind the verdict; empty before anything was run."""


def claims(name: str, cells: Sequence[Cell], datasets: Iterable[str] | None = None) -> list[Claim]:
    """The claims of a table or figure, dataset by dataset.

    >>> claims("fig4", [], ["cora"])[0].status
    'not run'
    """
    _, datasets = EXPERIMENTS[name].choose(None, datasets)
    checks = _CHECKS.get(name, ())
    found = []
    for dataset in datasets:
        compared = compare(name, cells, datasets=[dataset])
        measured = {(one.row, one.column): one.cells for one in compared if one.cells}
        found += [Claim(text, dataset, *check(measured, dataset)) for text, check in checks]
    return found


Measured = dict[tuple[str, str], tuple[Cell, ...]]
"""The cells of each row and column; what was not run is left out."""
Verdict = tuple[str, str]
"""Status and evidence."""
_UNKNOWN: Verdict = (NOT_RUN, "")


def _each(differences: Mapping[str, Sequence[float]]) -> Verdict:
    """The verdict on a claim that every difference is positive, each by its own interval.

    That one of them is negative needs Bonferroni's wider intervals, since the lowest is picked. The evidence
    is the difference that decides.
    """
    ends = {name: interval(values) for name, values in differences.items()}
    wide = {name: interval(values, len(differences)) for name, values in differences.items()}
    status = decide(
        min(low for _, low, _ in ends.values()), min(high for *_, high in wide.values()), HOLDS, FAILS
    )
    if status == FAILS:
        name = min(wide, key=lambda name: wide[name][2])
        return status, f"{name} {_words(differences[name], len(differences))}"
    name = min(ends, key=lambda name: (ends[name][1], ends[name][0]))
    return status, f"{name} {_words(differences[name])}"


def _words(values: Sequence[float], comparisons: int = 1) -> str:
    """A mean difference, its interval and the number of pairs."""
    mean, low, high = interval(values, comparisons)
    pairs = f"{len(values)} {'pair' if len(values) == 1 else 'pairs'}"
    return f"{mean:+.2f} ({f'{low:+.2f} to {high:+.2f}, ' if len(values) >= FEWEST else ''}{pairs})"


def _paired(measured: Measured, dataset: str, ours: str, other: str) -> dict[int, float]:
    """The scores of a row minus those of another in points, seed by seed."""
    return gains(measured.get((ours, dataset), ()), measured.get((other, dataset), ()))


def _n2n_is_best(measured: Measured, dataset: str) -> Verdict:
    """The N2N model is chosen on validation nodes: the best of fourteen on test nodes would be too good."""
    validation = {
        row: fmean(cell.values.get("val", 0.0) for cell in cells)
        for row in N2N_ROWS
        if (cells := measured.get((row, dataset)))
    }
    known = [row for row in baselines() if (row, dataset) in measured]
    if not validation or not known:
        return _UNKNOWN
    best = max(validation, key=lambda row: validation[row])
    differences = {row: list(_paired(measured, dataset, best, row).values()) for row in known}
    above = sum(interval(values)[1] > 0 for values in differences.values())
    evidence = f"{best}, the best on validation nodes, is better than {above} of {len(known)} baselines"
    status, lowest = _each(differences)
    return status, f"{evidence}; minus {lowest}"


def _taps_beats_random(framework: str) -> "Check":
    def check(measured: Measured, dataset: str) -> Verdict:
        taps, random = (MethodName(N2N, framework, sampler, 1).label for sampler in ("taps", "random"))
        values = list(_paired(measured, dataset, taps, random).values())
        if not values:
            return _UNKNOWN
        _, low, high = interval(values)
        return decide(low, high, HOLDS, FAILS), f"{taps} minus {random} {_words(values)}"

    return check


def _draws_differ(measured: Measured, dataset: str) -> Verdict:
    """Two draws with the same seeds of everything else, mean over k; three pairs of draws are compared."""
    experiment = EXPERIMENTS["table2"]
    pairs = list(combinations(experiment.columns(dataset), 2))
    differences = {}
    for one, other in pairs:
        values = _over_rows(
            gains(measured.get((row, one), ()), measured.get((row, other), ())) for row in experiment.rows
        )
        if values:
            differences[f"{one} minus {other}"] = values
    if not differences:
        return _UNKNOWN
    ends = {name: interval(values, len(pairs)) for name, values in differences.items()}
    # How far from zero the nearer end of the interval is; negative where it includes zero.
    name = max(ends, key=lambda name: max(ends[name][1], -ends[name][2]))
    status = HOLDS if decide(*ends[name][1:], HOLDS, HOLDS) == HOLDS else UNDECIDED
    return status, f"{name} {_words(differences[name], len(pairs))}"


def _over_rows(by_row: Iterable[dict[int, float]]) -> list[float]:
    """The mean over rows for each seed that all of them have."""
    found = list(by_row)
    return [fmean(row[seed] for row in found) for seed in set.intersection(*map(set, found))]


def _n2n_is_fastest(measured: Measured, dataset: str) -> Verdict:
    times = {
        row: {cell.seed: cell.values["ms"] for cell in measured[row, dataset]}
        for row in (YARDSTICK, *baselines())
        if (row, dataset) in measured
    }
    ours = times.pop(YARDSTICK, None)
    if not ours or not times:
        return _UNKNOWN
    differences = {
        row: [100 * math.log(other[seed] / ours[seed]) for seed in ours.keys() & other.keys()]
        for row, other in times.items()
    }
    fastest = min(times, key=lambda row: min(times[row].values()))
    runs = min(len(values) for values in differences.values())
    return _each(differences)[0], (
        f"{YARDSTICK} {min(ours.values()):.1f} ms; fastest baseline: {fastest} "
        f"{min(times[fastest].values()):.1f} ms ({runs} {'pair' if runs == 1 else 'pairs'})"
    )


def _taps_helps_sage(measured: Measured, dataset: str) -> Verdict:
    """The mean over k of the gain by TAPS."""
    names = ([MethodName(SAMPLED, "", sampler, k).label for sampler in ("taps", "random")] for k in SIZES)
    values = _over_rows(_paired(measured, dataset, *pair) for pair in names)
    if not values:
        return _UNKNOWN
    _, low, high = interval(values)
    return decide(low, high, HOLDS, FAILS), f"TAPS minus random, mean over k, {_words(values)}"


def _share(cells: Sequence[Cell]) -> float:
    return cells[0].values["sampled"]


def _grows(measured: Measured, dataset: str) -> Verdict:
    rows = [(sampling_row("taps", k), dataset) for k in (*SIZES, ALL)]
    if not all(row in measured for row in rows):
        return _UNKNOWN
    shares = [_share(measured[row]) for row in rows]
    grows = all(a < b for a, b in pairwise(shares))
    words = "share of sampled pairs: " + " ".join(f"{share:.3f}" for share in shares)
    return HOLDS if grows else FAILS, words


def _smoother_than_random(measured: Measured, dataset: str) -> Verdict:
    """For every k, over the draws of random neighbours; TAPS draws nothing."""
    differences = {}
    for k in SIZES:
        taps, random = (measured.get((sampling_row(by, k), dataset)) for by in ("taps", "random"))
        if taps and random:
            differences[f"k = {k}"] = [100 * (cell.values["sampled"] - _share(taps)) for cell in random]
    if not differences:
        return _UNKNOWN
    status, lowest = _each(differences)
    return status, f"random minus TAPS in points, lowest for {lowest}"


def _many_small(measured: Measured, dataset: str) -> Verdict:
    cells = measured.get(("TAPS-1", dataset))
    if not cells:
        return _UNKNOWN
    sizes, counts = np.array(cells[-1].values["sizes"]), np.array(cells[-1].values["counts"])
    small = counts[sizes <= 10].sum() / counts.sum()
    words = f"{small:.0%} of {counts.sum():,} subgraphs have at most ten nodes"
    return HOLDS if small > 0.5 else FAILS, words


def _pure(measured: Measured, dataset: str) -> Verdict:
    """In each one: means over several subgraphs say nothing of it."""
    cells = measured.get(("TAPS-1", dataset))
    if not cells:
        return _UNKNOWN
    value = cells[-1].values
    if "majorities" not in value:
        return UNDECIDED, "measured by an earlier version, which counted no subgraphs"
    drawn, pure = (sum(row[name] for row in value["rows"]) for name in ("subgraphs", "majorities"))
    without = value["subgraphs"] - value["majorities"]
    words = (
        f"{drawn - pure:,} of the {drawn:,} subgraphs drawn and {without:,} of all {value['subgraphs']:,} "
        "have no label that most of their nodes share"
    )
    return FAILS if without else HOLDS, words


Check = Callable[[Measured, str], Verdict]
_CHECKS: dict[str, tuple[tuple[str, Check], ...]] = {
    "table1": (
        ("The best N2N model is better than every baseline.", _n2n_is_best),
        ("One positive by TAPS is better than one drawn at random (JL).", _taps_beats_random("JL")),
        ("One positive by TAPS is better than one drawn at random (URL).", _taps_beats_random("URL")),
    ),
    "table2": (("With random positives the score depends on the draw.", _draws_differ),),
    "table3": (("An epoch of N2N-TAPS-1 is faster than one of any baseline.", _n2n_is_fastest),),
    "fig3": (("GraphSAGE is better with neighbours by TAPS than with random ones.", _taps_helps_sage),),
    "fig4": (
        ("Label smoothness grows with the number of positives and is largest for all neighbours.", _grows),
        ("Neighbours by TAPS share the label more often than random ones.", _smoother_than_random),
    ),
    "fig5": (("Most subgraphs have at most ten nodes.", _many_small),),
    "fig6": (("In each subgraph most nodes have the same label.", _pure),),
}
