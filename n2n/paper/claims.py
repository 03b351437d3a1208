"""What the paper says of its tables and figures in words, and whether it holds for what was measured here.

A figure prints no numbers, so its claims are what can be reproduced of it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from n2n.methods.identity import N2N, MethodName
from n2n.methods.rivals.catalogue import rivals
from n2n.paper.experiments import EXPERIMENTS, N2N_ROWS, SIZES
from n2n.paper.lineup import SAMPLED
from n2n.paper.rows import sampling_row
from n2n.paper.store import Cell
from n2n.paper.verdicts import NOT_RUN, YARDSTICK, compare
from n2n.sampling.samplers import ALL

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
        measured = {(one.row, one.column): one.measured for one in compared if one.measured is not None}
        for text, check in checks:
            verdict, evidence = check(measured, dataset)
            status = NOT_RUN if verdict is None else HOLDS if verdict else FAILS
            found.append(Claim(text, dataset, status, evidence))
    return found


Measured = dict[tuple[str, str], Any]
"""What was measured, by row and column; what was not run is left out."""
Verdict = tuple[bool | None, str]
_UNKNOWN: Verdict = (None, "")


def _of_rows(measured: Measured, rows: Iterable[str], column: str) -> dict[str, Any]:
    return {row: measured[row, column] for row in rows if (row, column) in measured}


def _both_samplers(
    measured: Measured, dataset: str, row: Callable[[Any, str], str], keys: Iterable = SIZES
) -> dict[Any, tuple[Any, Any]]:
    """What was measured with TAPS and with random neighbours, for each key (k by default) that has both."""
    found = {key: tuple(measured.get((row(key, by), dataset)) for by in ("taps", "random")) for key in keys}
    return {key: (taps, random) for key, (taps, random) in found.items() if taps and random}


def _n2n_is_best(measured: Measured, dataset: str) -> Verdict:
    ours, others = _of_rows(measured, N2N_ROWS, dataset), _of_rows(measured, rivals(), dataset)
    if not ours or not others:
        return _UNKNOWN
    a, b = (max(group, key=lambda row: group[row].mean) for group in (ours, others))
    words = f"best of N2N: {a} {ours[a].mean:.2f}; best rival: {b} {others[b].mean:.2f}"
    return ours[a].mean > others[b].mean, words


def _taps_beats_random(measured: Measured, dataset: str) -> Verdict:
    def row(framework: str, sampler: str) -> str:
        return MethodName(N2N, framework, sampler, 1).label

    known = _both_samplers(measured, dataset, row, ("JL", "URL"))
    words = "; ".join(
        f"{row(framework, 'taps')} {a.mean:.2f}, random {b.mean:.2f}" for framework, (a, b) in known.items()
    )
    return (all(a.mean > b.mean for a, b in known.values()), words) if known else _UNKNOWN


def _draws_differ(measured: Measured, dataset: str) -> Verdict:
    """Whether draws of random positives differ by more than runs with the same draw."""
    experiment = EXPERIMENTS["table2"]
    between, within = [], []
    for row in experiment.rows:
        columns = experiment.columns(dataset)
        values = [measured[row, column] for column in columns if (row, column) in measured]
        if len(values) == len(columns) and all(value.seeds > 1 for value in values):
            between.append(np.std([value.mean for value in values], ddof=1))
            within.append(np.mean([value.sd for value in values]))
    if not between:
        return _UNKNOWN
    draws, runs = np.mean(between), np.mean(within)
    return bool(draws > runs), f"deviation between draws {draws:.2f}, between runs with one draw {runs:.2f}"


def _n2n_is_fastest(measured: Measured, dataset: str) -> Verdict:
    others, ours = _of_rows(measured, rivals(), dataset), measured.get((YARDSTICK, dataset))
    if ours is None or not others:
        return _UNKNOWN
    fastest = min(others, key=lambda row: others[row])
    words = f"{YARDSTICK} {ours:.1f} ms; fastest rival: {fastest} {others[fastest]:.1f} ms"
    return ours < others[fastest], words


def _taps_helps_sage(measured: Measured, dataset: str) -> Verdict:
    both = _both_samplers(measured, dataset, lambda k, sampler: MethodName(SAMPLED, "", sampler, k).label)
    if not both:
        return _UNKNOWN
    gains = [a.mean - b.mean for a, b in both.values()]
    return bool(np.mean(gains) > 0), "gain by TAPS in points: " + ", ".join(f"{gain:+.2f}" for gain in gains)


def _grows(measured: Measured, dataset: str) -> Verdict:
    rows = [sampling_row("taps", k) for k in (*SIZES, ALL)]
    values = _of_rows(measured, rows, dataset)
    if len(values) < len(rows):
        return _UNKNOWN
    shares = [values[row]["sampled"] for row in rows]
    return shares == sorted(shares), "share of sampled pairs: " + " ".join(f"{share:.3f}" for share in shares)


def _smoother_than_random(measured: Measured, dataset: str) -> Verdict:
    both = _both_samplers(measured, dataset, lambda k, sampler: sampling_row(sampler, k))
    pairs = [(taps["sampled"], random["sampled"]) for taps, random in both.values()]
    words = "; ".join(f"{taps:.3f} against {random:.3f}" for taps, random in pairs)
    return (all(taps < random for taps, random in pairs), words) if pairs else _UNKNOWN


def _many_small(measured: Measured, dataset: str) -> Verdict:
    value = measured.get(("TAPS-1", dataset))
    if value is None:
        return _UNKNOWN
    sizes, counts = np.array(value["sizes"]), np.array(value["counts"])
    small = counts[sizes <= 10].sum() / counts.sum()
    return bool(small > 0.5), f"{small:.0%} of {counts.sum():,} subgraphs have at most ten nodes"


def _pure(measured: Measured, dataset: str) -> Verdict:
    value = measured.get(("TAPS-1", dataset))
    if value is None:
        return _UNKNOWN
    purity = [row["purity"] for row in value["rows"]]
    return min(purity) > 0.5, "mean share of the most frequent label, largest first: " + " ".join(
        f"{share:.2f}" for share in purity
    )


_CHECKS = {
    "table1": (
        ("The best N2N model is better than every rival.", _n2n_is_best),
        ("One positive by TAPS is better than one drawn at random.", _taps_beats_random),
    ),
    "table2": (("With random positives the score depends on the draw.", _draws_differ),),
    "table3": (("An epoch of N2N-TAPS-1 is faster than one of any rival.", _n2n_is_fastest),),
    "fig3": (("GraphSAGE is better with neighbours by TAPS than with random ones.", _taps_helps_sage),),
    "fig4": (
        ("Label smoothness grows with the number of positives and is largest for all neighbours.", _grows),
        ("Neighbours by TAPS share the label more often than random ones.", _smoother_than_random),
    ),
    "fig5": (("Most subgraphs are small.", _many_small),),
    "fig6": (("In each subgraph most nodes have the same label.", _pure),),
}
