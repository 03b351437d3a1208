"""The sentences of the paper that can be checked, by one rule.

The interval of differences paired over seeds decides: a claim holds where it lies above zero and fails where
it lies below. A claim on each of several holds where it holds of each. What is computed from the graph alone
is simply true or false.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd

from n2n.methods.identity import N2N
from n2n.methods.recipes import baselines
from n2n.paper.differences import by_seed, gains, paired_differences, paired_sentence, sampler_pair
from n2n.paper.experiments import (
    EXPERIMENTS,
    N2N_ROWS,
    SAMPLED,
    SIZES,
    sampling_row,
)
from n2n.paper.intervals import FEWEST, UNDECIDED, decide, interval
from n2n.paper.results import SHIPPED, load
from n2n.paper.verdicts import NOT_RUN, REFERENCE_METHOD, count_all, quote, runs_of
from n2n.taps.samplers import ALL

HOLDS, FAILS = "holds", "does not hold"


class Claim(NamedTuple):
    """One sentence of the paper, checked on one dataset."""

    text: str
    dataset: str
    status: str
    evidence: str
    """The numbers behind the status; empty where nothing was measured."""


def claims(name: str, results: pd.DataFrame, datasets: Iterable[str] | None = None) -> list[Claim]:
    """The claims of a table or figure, dataset by dataset.

    >>> from n2n.paper.results import combine
    >>> claims("fig4", combine([]), ["cora"])[0].status
    'not run'
    """
    _, chosen = EXPERIMENTS[name].choose(None, datasets)
    runs = runs_of(name, results, datasets=chosen)
    return [
        Claim(text, dataset, *(check(runs[runs.dataset == dataset]) or (NOT_RUN, "")))
        for dataset in chosen
        for text, check in _CHECKS.get(name, ())
    ]


@cache
def headlines() -> list[str]:
    """What replicated and what did not in a few sentences, each true when it is quoted alone.

    They are computed from the measurements that ship with the program.
    """
    results = load(SHIPPED)
    counts = count_all(results)
    ours = counts[(counts.group == N2N) & (counts["name"] != "table2")]
    sentences = [sentence.replace("**", "") for sentence in quote(ours)]
    return [*sentences, paired_sentence(paired_differences(results))]


_Status = tuple[str, str] | None
"""Status and evidence; None where the measurements are missing."""


def _each(differences: Mapping[str, Sequence[float]]) -> _Status:
    """The status of a claim that every difference is positive, each by its own interval.

    That one of them is negative needs Bonferroni's wider intervals, since the lowest is picked. The evidence
    is the difference that decides.
    """
    if not any(map(len, differences.values())):
        return None
    ends = {name: interval(values) for name, values in differences.items()}
    wide = {name: interval(values, len(differences)) for name, values in differences.items()}
    lowest, highest = min(low for _, low, _ in ends.values()), min(high for *_, high in wide.values())
    status = decide(lowest, highest, HOLDS, FAILS)
    if status == FAILS:
        name = min(wide, key=lambda name: wide[name][2])
        return status, f"{name} {_words(differences[name], len(differences))}"
    name = min(ends, key=lambda name: (ends[name][1], ends[name][0]))
    return status, f"{name} {_words(differences[name])}"


def _words(values: Sequence[float], comparisons: int = 1) -> str:
    """A mean difference, its interval and the number of pairs."""
    mean, low, high = interval(values, comparisons)
    ends = f"{low:+.2f} to {high:+.2f}, " if len(values) >= FEWEST else ""
    return f"{mean:+.2f} ({ends}{_counted(len(values))})"


def _counted(pairs: int) -> str:
    return f"{pairs} {'pair' if pairs == 1 else 'pairs'}"


def _mean_over(by_name: Iterable[pd.Series]) -> list[float]:
    """The mean of several differences for each seed that all of them have."""
    found = list(by_name)
    return pd.concat(found, axis=1).dropna().mean(axis=1).tolist() if found else []


def _n2n_is_best(runs: pd.DataFrame) -> _Status:
    """The N2N model is selected on validation nodes: the best of fourteen on test nodes would be too good."""
    validation = runs[runs.row.isin(N2N_ROWS)].groupby("row").val.mean()
    scores = by_seed(runs)
    known = [row for row in baselines() if row in set(runs.row)]
    if validation.empty or not known:
        return None
    best = str(validation.reindex([row for row in N2N_ROWS if row in validation]).idxmax())
    differences = {f"minus {row}": gains(scores, best, row) for row in known}
    found = _each(differences)
    if found is None:
        return None
    above = sum(interval(values)[1] > 0 for values in differences.values())
    start = f"{best}, the best on validation nodes, is better than {above} of {len(known)} baselines"
    return found[0], f"{start}; {found[1]}"


def _taps_beats_random(framework: str) -> "Check":
    taps, random = sampler_pair(N2N, framework, 1)
    return lambda runs: _each({f"{taps} minus {random}": gains(by_seed(runs), taps, random)})


def _taps_helps_sage(runs: pd.DataFrame) -> _Status:
    scores = by_seed(runs)
    pairs = [pair for k in SIZES if set(pair := sampler_pair(SAMPLED, "", k)) <= set(scores.columns)]
    return _each({"TAPS minus random, mean over k,": _mean_over(scores[a] - scores[b] for a, b in pairs)})


def _draws_differ(runs: pd.DataFrame) -> _Status:
    """Two draws with the same seeds of everything else, mean over k; three pairs of draws are compared."""
    by_row = [by_seed(group, "column") for _, group in runs.groupby("row")]
    differences = {
        f"{one} minus {other}": _mean_over(scores[one] - scores[other] for scores in by_row)
        for one, other in combinations(sorted(runs.column.unique()), 2)
    }
    ends = {name: interval(values, 3) for name, values in differences.items() if values}
    if not ends:
        return None
    # How far from zero the nearer end of the interval is; negative where it includes zero.
    name = max(ends, key=lambda name: max(ends[name][1], -ends[name][2]))
    return decide(*ends[name][1:], HOLDS, HOLDS), f"{name} {_words(differences[name], 3)}"


def _n2n_is_fastest(runs: pd.DataFrame) -> _Status:
    by_row = {str(row): group.set_index("seed").ms for row, group in runs.groupby("row")}
    times = {row: by_row[row] for row in baselines() if row in by_row}
    ours = by_row.get(REFERENCE_METHOD)
    if ours is None or not times:
        return None
    ratios = {row: (other / ours).dropna().to_numpy() for row, other in times.items()}
    differences = {row: (100 * np.log(ratio)).tolist() for row, ratio in ratios.items()}
    status, _ = _each(differences) or (NOT_RUN, "")
    fastest = min(times, key=lambda row: times[row].min())
    return status, (
        f"{REFERENCE_METHOD} {ours.min():.1f} ms; fastest baseline: {fastest} "
        f"{times[fastest].min():.1f} ms ({_counted(min(map(len, differences.values())))})"
    )


def _smoothness_grows(runs: pd.DataFrame) -> _Status:
    shares = runs.drop_duplicates("row").set_index("row").sampled
    rows = [sampling_row("taps", k) for k in (*SIZES, ALL)]
    if not set(rows) <= set(shares.index):
        return None
    shares = shares[rows]
    status = HOLDS if (shares.diff().dropna() > 0).all() else FAILS
    return status, "share of sampled pairs: " + " ".join(f"{share:.3f}" for share in shares)


def _smoother_than_random(runs: pd.DataFrame) -> _Status:
    """For every k, over the draws of random neighbours; TAPS draws nothing."""
    differences = {}
    for k in SIZES:
        taps, random = (runs[runs.row == sampling_row(sampler, k)].sampled for sampler in ("taps", "random"))
        if len(taps) and len(random):
            differences[f"random minus TAPS in points, lowest for k = {k}"] = (
                100 * (random - taps.iloc[0])
            ).tolist()
    return _each(differences)


def _most_are_small(runs: pd.DataFrame) -> _Status:
    if runs.empty:
        return None
    facts = json.loads(runs.facts.iloc[-1])
    sizes, counts = np.array(facts["sizes"]), np.array(facts["counts"])
    small = counts[sizes <= 10].sum() / counts.sum()
    words = f"{small:.0%} of {counts.sum():,} subgraphs have at most ten nodes"
    return HOLDS if small > 0.5 else FAILS, words


def _each_is_pure(runs: pd.DataFrame) -> _Status:
    """In each subgraph: means over several of them would say nothing about it."""
    if runs.empty:
        return None
    facts = json.loads(runs.facts.iloc[-1])
    if "majorities" not in facts:
        return UNDECIDED, "measured by an earlier version, which counted no subgraphs"
    drawn, pure = (sum(row[name] for row in facts["rows"]) for name in ("subgraphs", "majorities"))
    without = facts["subgraphs"] - facts["majorities"]
    words = (
        f"{drawn - pure:,} of the {drawn:,} subgraphs drawn and {without:,} of all {facts['subgraphs']:,} "
        "have no label that most of their nodes share"
    )
    return FAILS if without else HOLDS, words


Check = Callable[[pd.DataFrame], _Status]
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
        (
            "Label smoothness grows with the number of positives and is largest for all neighbours.",
            _smoothness_grows,
        ),
        ("Neighbours by TAPS share the label more often than random ones.", _smoother_than_random),
    ),
    "fig5": (("Most subgraphs have at most ten nodes.", _most_are_small),),
    "fig6": (("In each subgraph most nodes have the same label.", _each_is_pure),),
}
