"""The sentences of the paper that can be checked, by one rule.

The interval of differences paired over seeds decides: a claim holds where it lies above zero and fails where
it lies below. A claim on each of several holds where it holds of each. What is computed from the graph alone
is simply true or false.
"""

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd

from n2n.methods.identity import N2N, MethodName
from n2n.methods.recipes import baselines
from n2n.paper.experiments import (
    EXPERIMENTS,
    EXTRA_EXPERIMENTS,
    N2N_ROWS,
    PAIRED_FRAMEWORKS,
    PAIRED_SIZES,
    SAMPLED,
    SIZES,
    sampling_row,
)
from n2n.paper.intervals import FEWEST, UNDECIDED, decide, interval
from n2n.paper.results import SHIPPED, load
from n2n.paper.verdicts import DEFAULT, NOT_RUN, REFERENCE_METHOD, Protocol, count_all, quote, runs_of
from n2n.taps.samplers import ALL

HOLDS, FAILS = "holds", "does not hold"
RECIPE = "the recipe"
"""The variant in an ablation that changes nothing."""


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


def by_seed(runs: pd.DataFrame, key: str = "row") -> pd.DataFrame:
    """Scores in points with a column for each row (or other key) and a line for each seed.

    Measurements without the score of the best test epoch do not count: they are of an early version, which
    drew other random numbers, so that two runs with one seed are no pair.
    """
    known = runs[runs.best_test.notna() & runs.score.notna()]
    return known.set_index(["seed", key]).score.unstack(key)


def gains(scores: pd.DataFrame, ours: str, other: str) -> list[float]:
    """The scores of a column of `by_seed` minus those of another, for each seed that both have."""
    if ours not in scores or other not in scores:
        return []
    return (scores[ours] - scores[other]).dropna().tolist()


def paired_differences(
    results: pd.DataFrame, protocol: Protocol = DEFAULT, datasets: Iterable[str] | None = None
) -> pd.DataFrame:
    """TAPS minus random neighbours in points: one row per dataset, framework and k with enough pairs.

    Columns: dataset, framework, k, pairs, mean, low, high (95% interval), verdict.
    """
    _, chosen = EXTRA_EXPERIMENTS["paired"].choose(None, datasets)
    runs = runs_of("paired", results, protocol, chosen)
    rows = []
    for dataset in chosen:
        scores = by_seed(runs[runs.dataset == dataset])
        for framework in PAIRED_FRAMEWORKS:
            for k in PAIRED_SIZES:
                labels = (MethodName(N2N, framework, sampler, k).label for sampler in ("taps", "random"))
                values = gains(scores, *labels)
                if len(values) >= FEWEST:
                    ends = interval(values)
                    verdict = decide(*ends[1:], "TAPS is better", "random is better")
                    rows.append((dataset, framework, k, len(values), *ends, verdict))
    return pd.DataFrame(
        rows, columns=["dataset", "framework", "k", "pairs", "mean", "low", "high", "verdict"]
    )


def paired_sentence(found: pd.DataFrame) -> str:
    """What comes out, in one sentence."""
    if found.empty:
        return "No pairs have been measured yet."
    better, worse = ((found.verdict == f"{name} is better").sum() for name in ("TAPS", "random"))
    wanted = EXTRA_EXPERIMENTS["paired"].seeds
    short = (found.pairs < wanted).sum()
    so_far = f" {short} of them do not have all of their {wanted} pairs yet." if short else ""
    return (
        f"In {better} of {len(found)} comparisons TAPS is better than random neighbours, in {worse} it is "
        f"worse, and in {len(found) - better - worse} the interval includes zero; if there were no "
        f"difference, about one interval in twenty would still exclude zero by chance.{so_far}"
    )


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


def ablations(results: pd.DataFrame) -> pd.DataFrame:
    """What changes of N2N's recipe are worth, in points on held-out nodes that are not test nodes.

    Columns: change, method, dataset, folds, recipe (% by it on the same folds), mean, low, high, verdict.
    """
    found = results[results.kind == "ablation"]
    rows = []
    for (dataset, method), group in found.groupby(["dataset", "row"], sort=False):
        scores = 100 * group.pivot_table(index="seed", columns="variant", values="held_out", sort=False)
        for change in [one for one in scores.columns if one != RECIPE]:
            both = scores[[RECIPE, change]].dropna()
            if len(both) >= FEWEST:
                ends = interval((both[change] - both[RECIPE]).tolist())
                verdict = decide(*ends[1:], "helps", "harms")
                rows.append(
                    (change, method, dataset, len(both), round(both[RECIPE].mean(), 2), *ends, verdict)
                )
    columns = ["change", "method", "dataset", "folds", "recipe", "mean", "low", "high", "verdict"]
    return pd.DataFrame(rows, columns=columns)


_Status = tuple[str, str] | None
"""Status and evidence; None where the measurements are missing."""


def _words(values: Sequence[float], comparisons: int = 1) -> str:
    """A mean difference, its interval and the number of pairs."""
    mean, low, high = interval(values, comparisons)
    pairs = f"{len(values)} {'pair' if len(values) == 1 else 'pairs'}"
    return f"{mean:+.2f} ({f'{low:+.2f} to {high:+.2f}, ' if len(values) >= FEWEST else ''}{pairs})"


def _one(values: Sequence[float], what: str) -> _Status:
    """The status of a claim that one difference is positive."""
    if not len(values):
        return None
    _, low, high = interval(values)
    return decide(low, high, HOLDS, FAILS), f"{what} {_words(values)}"


def _each(differences: Mapping[str, Sequence[float]]) -> tuple[str, str]:
    """The status of a claim that every difference is positive, each by its own interval.

    That one of them is negative needs Bonferroni's wider intervals, since the lowest is picked. The evidence
    is the difference that decides.
    """
    ends = {name: interval(values) for name, values in differences.items()}
    wide = {name: interval(values, len(differences)) for name, values in differences.items()}
    lowest, highest = min(low for _, low, _ in ends.values()), min(high for *_, high in wide.values())
    status = decide(lowest, highest, HOLDS, FAILS)
    if status == FAILS:
        name = min(wide, key=lambda name: wide[name][2])
        return status, f"{name} {_words(differences[name], len(differences))}"
    name = min(ends, key=lambda name: (ends[name][1], ends[name][0]))
    return status, f"{name} {_words(differences[name])}"


def _mean_over(by_name: Iterable[pd.Series]) -> list[float]:
    """The mean of several differences for each seed that all of them have."""
    return pd.concat(list(by_name), axis=1).dropna().mean(axis=1).tolist()


def _n2n_is_best(runs: pd.DataFrame) -> _Status:
    """The N2N model is selected on validation nodes: the best of fourteen on test nodes would be too good."""
    validation = runs[runs.row.isin(N2N_ROWS)].groupby("row", sort=False).val.mean()
    scores = by_seed(runs)
    known = [row for row in baselines() if row in set(runs.row)]
    if validation.empty or not known:
        return None
    best = str(validation.reindex([row for row in N2N_ROWS if row in validation]).idxmax())
    differences = {row: gains(scores, best, row) for row in known}
    above = sum(interval(values)[1] > 0 for values in differences.values())
    status, lowest = _each(differences)
    return status, (
        f"{best}, the best on validation nodes, is better than {above} of {len(known)} baselines; "
        f"minus {lowest}"
    )


def _taps_beats_random(framework: str) -> "Check":
    taps, random = (MethodName(N2N, framework, sampler, 1).label for sampler in ("taps", "random"))
    return lambda runs: _one(gains(by_seed(runs), taps, random), f"{taps} minus {random}")


def _draws_differ(runs: pd.DataFrame) -> _Status:
    """Two draws with the same seeds of everything else, mean over k; three pairs of draws are compared."""
    columns = sorted(runs.column.unique())
    by_row = [by_seed(group, "column") for _, group in runs.groupby("row")]
    differences = {}
    for one, other in combinations(columns, 2):
        values = _mean_over([scores[one] - scores[other] for scores in by_row])
        if values:
            differences[f"{one} minus {other}"] = values
    if not differences:
        return None
    ends = {name: interval(values, 3) for name, values in differences.items()}
    # How far from zero the nearer end of the interval is; negative where it includes zero.
    name = max(ends, key=lambda name: max(ends[name][1], -ends[name][2]))
    status = decide(*ends[name][1:], HOLDS, HOLDS)
    return status, f"{name} {_words(differences[name], 3)}"


def _n2n_is_fastest(runs: pd.DataFrame) -> _Status:
    by_row = {str(row): group.set_index("seed").ms for row, group in runs.groupby("row")}
    times = {row: by_row[row] for row in baselines() if row in by_row}
    ours = by_row.get(REFERENCE_METHOD)
    if ours is None or not times:
        return None
    differences = {
        row: (100 * (other / ours).dropna().map(math.log)).tolist() for row, other in times.items()
    }
    fastest = min(times, key=lambda row: times[row].min())
    pairs = min(len(values) for values in differences.values())
    return _each(differences)[0], (
        f"{REFERENCE_METHOD} {ours.min():.1f} ms; fastest baseline: {fastest} "
        f"{times[fastest].min():.1f} ms ({pairs} {'pair' if pairs == 1 else 'pairs'})"
    )


def _taps_helps_sage(runs: pd.DataFrame) -> _Status:
    names = ([MethodName(SAMPLED, "", sampler, k).label for sampler in ("taps", "random")] for k in SIZES)
    scores = by_seed(runs)
    pairs = [pair for pair in names if set(pair) <= set(scores.columns)]
    values = _mean_over([scores[taps] - scores[random] for taps, random in pairs]) if pairs else []
    return _one(values, "TAPS minus random, mean over k,")


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
            differences[f"k = {k}"] = (100 * (random - taps.iloc[0])).tolist()
    if not differences:
        return None
    status, lowest = _each(differences)
    return status, f"random minus TAPS in points, lowest for {lowest}"


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
