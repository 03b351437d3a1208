"""The methods that can be compared, by the names of the paper, and the settings with which each runs."""

from functools import cache

from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.methods.identity import N2N, MethodName
from n2n.methods.recipes import baselines
from n2n.methods.registry import settings_for
from n2n.paper.experiments import EXPERIMENTS, N2N_ROWS

SAMPLED = "GraphSAGE-Mean"
"""The baseline of which the paper also samples the neighbours, at random or by TAPS."""


@cache
def families() -> dict[str, str]:
    """Every method with its family, those of N2N first.

    >>> families()["N2N-TAPS-1 (JL)"], families()["GCN"], families()["GraphSAGE-Mean-TAPS-2"]
    ('N2N', 'graph network', 'graph network')
    """
    found = {name: N2N for name in N2N_ROWS}
    for name, method in baselines().items():
        found[name] = method.family
        if name == SAMPLED:
            sampled = [row for row in EXPERIMENTS["fig3"].rows if MethodName.parse(row).base == SAMPLED]
            found |= dict.fromkeys(sampled, method.family)
    return found


def comparison_runs(
    methods: list[str],
    dataset: str,
    graph: Graph,
    split: str = "paper",
    seeds: int = 1,
    epochs: int | None = None,
) -> list[MethodSettings]:
    """The settings of all runs that a comparison on one graph consists of, seed by seed.

    Args:
        split: the protocol; ValueError where the graph has no such split.
        epochs: most epochs of a run, where its recipe asks for more.

    >>> import n2n
    >>> [s.name for s in comparison_runs(["MLP", "GCN"], "karate", n2n.load("karate"), seeds=2)]
    ['MLP', 'GCN', 'MLP', 'GCN']
    """
    graph.split(split)
    found = []
    for seed in range(seeds):
        for method in methods:
            settings = settings_for(method, dataset).replace(split=split)
            settings = settings.with_seed(seed, graph.has_one_split)
            found.append(settings.replace(epochs=min(epochs, settings.epochs)) if epochs else settings)
    return found
