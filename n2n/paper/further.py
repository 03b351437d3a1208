"""Experiments beyond the tables and figures of the paper, run and kept in the same way."""

from n2n.methods.rivals.catalogue import rivals
from n2n.paper.experiments import EXPERIMENTS, Experiment
from n2n.paper.paired import PAIRED

RECENT = Experiment(
    name="rivals",
    title="Methods that the paper does not have",
    kind="accuracy",
    rows=tuple(name for name in rivals() if name not in EXPERIMENTS["table1"].rows),
    seeds=3,
    about="Methods that the paper does not have: test micro-F1 in per cent, mean ± standard deviation.",
)
FURTHER = {one.name: one for one in (PAIRED, RECENT)}
"""By their names on the command line."""


def find_experiment(name: str) -> Experiment:
    """A table or figure of the paper, or a further experiment, by its name on the command line.

    >>> find_experiment("paired").seeds, find_experiment("table1").seeds
    (10, 5)
    """
    return FURTHER[name] if name in FURTHER else EXPERIMENTS[name]
