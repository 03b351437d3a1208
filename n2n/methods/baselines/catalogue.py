"""Every baseline by its name, and the values with which it runs on each dataset: the table of `recipes.toml`.

The code of a baseline is loaded when a model is built. Width and layers are the paper's (512 and 2) and so is
the dropout of each dataset; the paper gives nothing else for the baselines. Where a method did not learn well
with the values that its kind shares, others were tried on Cora and judged by its validation nodes; on the
other graphs only where `by_dataset` says so. Rates are ten times those of the paper and epochs a tenth.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from n2n.methods.hyperparameters import hyper_parameters, paper_key, recipe_table

# Epochs at most; patience stops most runs earlier. Large graphs get fewer, since an epoch there takes
# seconds on one core and their curves are flat by then.
EPOCHS = {"cora": 100, "citeseer": 100, "pubmed": 120, "photo": 120, "cs": 60, "physics": 40}
EPOCHS_ELSEWHERE = 200
# Of methods that learn from labels: epochs between two evaluations, and without a better one before a run
# ends. An evaluation costs half an epoch, so that large graphs get fewer.
EVALUATIONS = {
    "cora": (2, 40),
    "citeseer": (2, 40),
    "pubmed": (4, 40),
    "photo": (4, 40),
    "cs": (4, 24),
    "physics": (4, 20),
}
# L2 penalty: on PubMed many labels and few words, so little is needed.
WEIGHT_DECAY = {"pubmed": 1e-4}

_LABELS = {"learning_rate": 0.01, "weight_decay": 5e-4}
_PRETEXT = {"learning_rate": 0.001, "weight_decay": 0.0, "dropout": 0.0, "evaluate_every": 10, "patience": 40}


@dataclass(frozen=True)
class Baseline:
    """A row of the table; `recipes.toml` explains the columns."""

    name: str
    module: str
    model: str
    paper: str
    family: str = "graph network"
    framework: str = "supervised"
    reads: tuple[str, ...] = ()
    stages: tuple[str, ...] = ()
    reach: int | str | None = None
    values: dict[str, Any] = field(default_factory=dict)
    by_dataset: dict[str, dict[str, Any]] = field(default_factory=dict)
    shape: str = "Width, layers and dropout as in the paper's text"
    why: str = "the same for all methods of its kind"
    compared: str = ""
    arrays: int = 14
    relative_cost: float = 1.0

    def recipe(self, dataset: str) -> dict[str, Any]:
        """Its values for a dataset; a graph that the paper does not use gets Cora's, for longer."""
        key = paper_key(dataset)
        values: dict[str, Any] = {"dropout": hyper_parameters()[key or "cora"].dropout}
        values["epochs"] = EPOCHS.get(key, EPOCHS_ELSEWHERE)
        if self.framework == "URL":
            values |= _PRETEXT
        else:
            every, patience = EVALUATIONS.get(key, (5, 100))
            values |= _LABELS | {"evaluate_every": every, "patience": patience}
        if self.framework == "supervised" and key in WEIGHT_DECAY:
            values["weight_decay"] = WEIGHT_DECAY[key]
        return values | self.values | self.by_dataset.get(key, {})

    def note(self, dataset: str) -> str:
        """One sentence: where the values of `recipe` come from.

        >>> baselines()["GAT"].note("cora")
        "Width, layers and dropout as in the paper's text; the rest: as in its authors' work."
        """
        start = self.shape
        if not paper_key(dataset):
            start = "The paper does not use this graph: Cora's values with more epochs"
        return f"{start}; the rest: {self.why}."


@cache
def baselines() -> dict[str, Baseline]:
    """All baselines, in the order of the paper's Table 1; those that it does not have come after.

    >>> list(baselines())[:3], baselines()["GAT"].family
    (['MLP', 'GCN', 'SGC'], 'graph network')
    """
    return {name: Baseline(name, **facts) for name, facts in recipe_table()["baselines"].items()}


def find_baseline(name: str) -> Baseline:
    """A baseline by its name; ValueError, with the names that there are, for any other."""
    if name not in baselines():
        raise ValueError(f"There is no method {name!r}: choose among {', '.join(baselines())}.")
    return baselines()[name]
