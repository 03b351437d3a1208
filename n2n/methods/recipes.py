"""Where the settings of a method for a dataset come from; the values are in `recipes.toml`.

N2N has three recipes:

- ``text``: what the paper writes. Cosine similarity, its L2 penalty, τ, α, dropout, rate and 1000 epochs.
- ``released``: what the authors' code does. Dot product, no L2 penalty, the node itself in the mean of
  several positives, and for URL dropout 0.2, 510 epochs and InfoNCE on the class-sized output as well.
- ``tuned``: one of the two with what scored better on validation nodes.

Without a recipe, `Settings.for_dataset` takes ``tuned``. The "2 hidden layers" of the paper are two layers of
weights, as in a two-layer GCN: one hidden layer of 512 and the classifier. So depth is 1 everywhere.

Of a baseline, width and layers are the paper's (512 and 2) and so is the dropout of each dataset; the paper
gives nothing else. Where a method did not learn well with the values that its kind shares, others were tried
on Cora and judged by its validation nodes; on the other graphs only where `by_dataset` says so. Rates are ten
times those of the paper and epochs a tenth.
"""

import csv
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from n2n.files.assets import ASSETS
from n2n.graph.catalogue import find

DATASETS = ("cora", "pubmed", "citeseer", "photo", "cs", "physics")
"""The paper's datasets, in the order of its tables."""
RECIPES = ("tuned", "text", "released")
"""All recipes of N2N, the default first."""
SOURCES = {"text": "as in the paper's text", "released": "as in the released code"}
# Epochs between two evaluations: a probe (URL) costs more than the classifier (JL).
EVALUATE_EVERY = {"JL": 10, "URL": 20, "PT&FT": 20}
# Steps of batches are noisier than those of all nodes: PubMed's rate for all nodes, 0.03, is too large for
# them. Seven folds of its non-test nodes, 25 epochs, at the best validation epoch and at the last one: 88.7
# and 89.0 with 0.01 falling to zero, 88.7 and 88.9 with 0.02 falling, 88.6 and 88.6 with a constant 0.005;
# all nodes 88.7 and 89.0. So at the epoch that counts the differences are no larger than chance.
LARGEST_RATE_IN_BATCHES = 0.01


def paper_key(name: str) -> str:
    """The key of a dataset that the paper uses, by its key or title; "" for any other graph.

    >>> paper_key("Cora"), paper_key("karate"), paper_key("my own graph")
    ('cora', '', '')
    """
    try:
        key = find(name).key
    except ValueError:
        return ""
    return key if key in DATASETS else ""


@cache
def hyper_parameters() -> dict[str, dict[str, float]]:
    """The paper's hyper-parameters by dataset key, in the columns of its table.

    >>> hyper_parameters()["physics"]["tau_jl"]
    30.0
    """
    with (ASSETS / "paper" / "hyperparameters.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {row.pop("dataset").lower(): {name: float(row[name]) for name in row} for row in rows}


@cache
def recipe_table() -> dict[str, Any]:
    """`recipes.toml`, not to be changed."""
    return tomllib.loads(Path(__file__).with_name("recipes.toml").read_text(encoding="utf-8"))


def in_batches(values: dict[str, Any]) -> dict[str, Any]:
    """What changes in a recipe where nodes come in batches of about a thousand.

    An epoch then has as many steps as there are batches, so a quarter of the epochs is enough. On CS, ten
    epochs gave 93.2 (one seed), against 92.0 with all nodes at once and 70 epochs.
    """
    rate = min(values["learning_rate"], LARGEST_RATE_IN_BATCHES)
    epochs = max(values["epochs"] // 4, 10)
    return {"epochs": epochs, "patience": 0, "evaluate_every": 1, "learning_rate": rate}


def n2n_recipe(name: str, framework: str, k: int | str, recipe: str | None) -> tuple[dict[str, Any], str]:
    """The values of a recipe of N2N for a dataset where they differ from the defaults, and a note.

    The note says which recipe it is, what differs from the paper, and on what evidence.
    """
    if recipe is not None and recipe not in RECIPES:
        raise ValueError(f"There is no recipe {recipe!r}: choose one of {', '.join(RECIPES)}.")
    key, kind = paper_key(name), "JL" if framework == "JL" else "URL"
    table = recipe_table()["n2n"]
    tuned = table.get(key, {}).get(kind) if recipe in (None, "tuned") else None
    base = tuned["base"] if tuned else recipe if recipe in SOURCES else "text"
    values = _paper_values(hyper_parameters()[key or "cora"], kind)
    if base == "released":
        values |= {"similarity": "dot", "include_self": True, "weight_decay": 0.0}
        values |= {"dropout": 0.2, "epochs": 510, "loss_on_logits": True} if kind == "URL" else {}
    values["evaluate_every"] = EVALUATE_EVERY.get(framework, 10)
    if tuned:
        for_one = tuned.get("k1") if k == 1 else None
        values |= table["tuned"][base] | tuned["changes"] | (for_one["changes"] if for_one else {})
        reasons = for_one or tuned
        note = (
            f"Settings {SOURCES[base]} for {find(key).title}, except: {reasons['why']}. "
            f"Micro-F1 (%) on held-out nodes: {reasons['evidence']}."
        )
    elif recipe in SOURCES:
        where = find(key).title if key else "Cora, since the paper does not use this graph"
        note = f"Settings {SOURCES[base]} for {where}."
    else:
        values |= table["elsewhere"]["changes"]
        note = (
            "The paper does not use this graph: its width and dropout for Cora, with the temperature and the "
            "learning rate that did best on validation nodes of the graphs that it uses."
        )
    if framework == "PT&FT":
        values["patience"] = 0  # an early end of the first stage would leave out the second
    return values, note


def _paper_values(paper: dict[str, float], kind: str) -> dict[str, Any]:
    return {
        "similarity": "cosine",
        "tau": paper[f"tau_{kind.lower()}"],
        "alpha": paper["alpha_jl"],
        "width": int(paper["hidden_units"]),
        "dropout": paper["dropout"],
        "learning_rate": paper["learning_rate"],
        "weight_decay": paper["l2"],
        "epochs": int(paper["epochs"]),
    }


@dataclass(frozen=True)
class Baseline:
    """A row of the table of baselines; `recipes.toml` explains the columns."""

    name: str
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

    def recipe(self, dataset: str) -> dict[str, Any]:
        """Its values for a dataset; a graph that the paper does not use gets Cora's, for longer."""
        key, shared = paper_key(dataset), recipe_table()["shared"]
        values = {"dropout": hyper_parameters()[key or "cora"]["dropout"]}
        learns_from_labels = self.framework != "URL"
        values |= shared["labels" if learns_from_labels else "URL"]
        for kind in ("every", "labels" if learns_from_labels else "", self.framework):
            values |= shared["by_dataset"].get(kind, {}).get(key or "elsewhere", {})
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
