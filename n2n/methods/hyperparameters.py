"""The values that the paper gives for each of its datasets, and the table of recipes beside them."""

import csv
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from n2n.files.assets import ASSETS
from n2n.graph.catalogue import find

DATASETS = ("cora", "pubmed", "citeseer", "photo", "cs", "physics")
"""The paper's datasets, in the order of its tables."""


def paper_key(name: str) -> str:
    """The key of a dataset that the paper uses, found by its key or title; "" for any other graph.

    >>> paper_key("Cora"), paper_key("karate"), paper_key("my own graph")
    ('cora', '', '')
    """
    try:
        key = find(name).key
    except ValueError:
        return ""
    return key if key in DATASETS else ""


@dataclass(frozen=True)
class HyperParameters:
    """The paper's values for a dataset."""

    dropout: float
    l2: float
    learning_rate: float
    alpha: float
    """α of joint learning."""
    tau_jl: float
    tau_url: float
    epochs: int
    width: int


@cache
def hyper_parameters() -> dict[str, HyperParameters]:
    """The paper's hyper-parameters by dataset key.

    >>> hyper_parameters()["physics"].tau_jl
    30.0
    """
    with (ASSETS / "paper" / "hyperparameters.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {
        row["dataset"].lower(): HyperParameters(
            dropout=float(row["dropout"]),
            l2=float(row["l2"]),
            learning_rate=float(row["learning_rate"]),
            alpha=float(row["alpha_jl"]),
            tau_jl=float(row["tau_jl"]),
            tau_url=float(row["tau_url"]),
            epochs=int(row["epochs"]),
            width=int(row["hidden_units"]),
        )
        for row in rows
    }


@cache
def recipe_table() -> dict[str, Any]:
    """`recipes.toml`: the values of all methods by dataset; not to be changed.

    >>> recipe_table()["baselines"]["GAT"]["values"]
    {'learning_rate': 0.005}
    """
    return tomllib.loads(Path(__file__).with_name("recipes.toml").read_text(encoding="utf-8"))
