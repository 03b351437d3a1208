"""Differences paired over seeds or folds: TAPS against random neighbours, and changes of the recipe."""

from collections.abc import Iterable
from itertools import product

import pandas as pd

from n2n.methods.identity import N2N, MethodName
from n2n.paper.experiments import EXTRA_EXPERIMENTS, PAIRED_FRAMEWORKS, PAIRED_SIZES
from n2n.paper.intervals import FEWEST, decide, interval
from n2n.paper.verdicts import DEFAULT, Protocol, runs_of

RECIPE = "the recipe"
"""The variant in an ablation that changes nothing."""


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
    found = []
    for dataset, framework, k in product(chosen, PAIRED_FRAMEWORKS, PAIRED_SIZES):
        values = gains(by_seed(runs[runs.dataset == dataset]), *sampler_pair(N2N, framework, k))
        if len(values) >= FEWEST:
            ends = interval(values)
            verdict = decide(*ends[1:], "TAPS is better", "random is better")
            found.append((dataset, framework, k, len(values), *ends, verdict))
    columns = ["dataset", "framework", "k", "pairs", "mean", "low", "high", "verdict"]
    return pd.DataFrame(found, columns=columns)


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


def sampler_pair(base: str, framework: str, k: int) -> tuple[str, str]:
    """The rows of a method with positives by TAPS and with random ones."""
    taps, random = (MethodName(base, framework, sampler, k).label for sampler in ("taps", "random"))
    return taps, random


def ablations(results: pd.DataFrame) -> pd.DataFrame:
    """What changes of N2N's recipe are worth, in points on held-out nodes that are not test nodes.

    Columns: change, method, dataset, folds, recipe (% by it on the same folds), mean, low, high, verdict.
    """
    measured = results[results.kind == "ablation"]
    found = []
    for (dataset, method), group in measured.groupby(["dataset", "row"], sort=False):
        scores = 100 * group.pivot_table(index="seed", columns="variant", values="held_out", sort=False)
        for change in scores.columns.drop(RECIPE):
            both = scores[[RECIPE, change]].dropna()
            if len(both) >= FEWEST:
                ends = interval((both[change] - both[RECIPE]).tolist())
                known = (change, method, dataset, len(both), round(both[RECIPE].mean(), 2))
                found.append((*known, *ends, decide(*ends[1:], "helps", "harms")))
    columns = ["change", "method", "dataset", "folds", "recipe", "mean", "low", "high", "verdict"]
    return pd.DataFrame(found, columns=columns)
