"""Every baseline by its name, known without loading its code.

The file of a baseline declares it at the top: `BASELINES = {name: {…}}`, a plain literal. It is read here
without
running the file, which would load torch and cost seconds where only names and families are wanted. So a new
baseline is one new file in this folder.
"""

import ast
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

_AFTER_TABLE_1 = 1_000


@dataclass(frozen=True)
class Baseline:
    """What the file of a baseline declares."""

    name: str
    module: str
    """The file of this package that holds it."""
    model: str
    """Its class there; if the file does not say, it has the name of the method without hyphens."""
    paper: str
    """Who proposed it."""
    family: str = "graph network"
    """"graph network", "random walks", "contrastive" or "features only"."""
    framework: str = "supervised"
    """"supervised", "URL" (pretext task, then a linear probe) or "JL" (both losses at once)."""
    place: int = _AFTER_TABLE_1
    """Its place in the paper's Table 1, with the plain MLP in front."""
    values: dict[str, Any] = field(default_factory=dict)
    """Settings that differ from those that all methods of its framework share."""
    by_dataset: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Settings of some datasets in addition, by key."""
    shape: str = "Width, layers and dropout as in the paper's text"
    """Where width, layers and dropout come from."""
    why: str = "the same for all methods of its kind"
    """Where the other values come from."""
    reads: tuple[str, ...] = ()
    """The settings that it reads in addition to those that every baseline reads."""
    stages: tuple[str, ...] = ()
    """The stages of a run, each with all epochs; () for those of its framework."""
    reach: int | str | None = None
    """Hops around a new node that its prediction reads: 0 for its features alone, or the name of the setting
    that tells it; "all" for the whole graph, None where a new node has to be learnt first."""
    compared: str = ""
    """Which pairs of nodes an epoch compares: "drawn" (M nodes with each other), "views" (two views of M
    nodes), "all" (every node with M others); "" for none."""
    arrays: int = 14
    """Arrays of N×width that it holds at the worst moment, gradients included."""
    relative_cost: float = 1.0
    """Time of an epoch, as a multiple of what `work.py` counts, which is a GCN of the same width."""


@cache
def baselines() -> dict[str, Baseline]:
    """All baselines, in the order of the paper's Table 1; those that it does not have come after.

    >>> list(baselines())[:3], baselines()["GAT"].family
    (['MLP', 'GCN', 'SGC'], 'graph network')
    """
    found = [
        Baseline(name, path.stem, facts.pop("model", name.replace("-", "")), **facts)
        for path in sorted(Path(__file__).parent.glob("*.py"))
        for name, facts in _declared(path).items()
    ]
    return {
        baseline.name: baseline
        for baseline in sorted(found, key=lambda baseline: (baseline.place, baseline.name))
    }


def _declared(path: Path) -> dict[str, dict[str, Any]]:
    """The literal `BASELINES` of a file; nothing where it has none."""
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "BASELINES":
            return ast.literal_eval(statement.value)
    return {}


def find_baseline(name: str) -> Baseline:
    """A baseline by its name; ValueError, with the names that there are, for any other."""
    if name not in baselines():
        raise ValueError(f"There is no method {name!r}: choose among {', '.join(baselines())}.")
    return baselines()[name]
