"""All cells that are worth measuring, in the order in which to measure them."""

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from n2n.methods.identity import MethodName
from n2n.methods.recipes import DATASETS
from n2n.paper.experiments import EXPERIMENTS, N2N_ROWS, PAIRED, Task, find_experiment, variant_task
from n2n.paper.lineup import SAMPLED
from n2n.paper.store import Cell

SEEDS = 3
LONG = 600.0
"""A cell whose run takes more seconds than these is measured with one seed."""
_SMALL, _CITATION, _LARGE = ("cora", "citeseer"), ("cora", "citeseer", "pubmed"), ("photo", "cs", "physics")
_BASELINES = tuple(row for row in EXPERIMENTS["table1"].rows if row not in N2N_ROWS)
_URL = tuple(row for row in N2N_ROWS if MethodName.parse(row).framework == "URL")
_SAMPLED = tuple(row for row in EXPERIMENTS["fig3"].rows if MethodName.parse(row).base == SAMPLED)


@dataclass(frozen=True)
class Part:
    """Cells that are measured together; within a part the cheap ones come first."""

    experiment: str
    rows: tuple[str, ...] | None
    datasets: tuple[str, ...]
    seeds: int = SEEDS
    changes: dict[str, Any] = field(default_factory=dict)
    recipe: str = ""
    """A recipe instead of the default one; it shows in the name of the row."""

    def planned(self, place: int, wanted: Iterable[str]) -> "list[Planned]":
        """Its cells on the wanted datasets."""
        datasets = [dataset for dataset in self.datasets if dataset in wanted]
        experiment, seeds = find_experiment(self.experiment), range(self.seeds)
        tasks = experiment.tasks(self.rows, datasets, seeds, **self.changes)
        if not self.recipe:
            return [Planned(task, exact_command(self.experiment, task), place) for task in tasks]
        return [_with_recipe(task, self.recipe, place) for task in tasks]


PARTS = (
    Part("table1", N2N_ROWS, _SMALL),
    Part("paired", None, _SMALL, PAIRED.seeds),
    *(Part(figure, None, DATASETS, 1) for figure in ("fig4", "fig5", "fig6")),
    Part("table1", N2N_ROWS, ("pubmed",)),
    Part("table1", _BASELINES, _SMALL),
    Part("baselines", None, _SMALL),
    Part("table1", _BASELINES, ("pubmed",)),
    *(Part("table1", None, (dataset,)) for dataset in _LARGE),
    Part("table2", None, ("photo",)),
    Part("table2", None, ("physics",)),
    Part("baselines", None, ("pubmed", *_LARGE)),
    Part("fig3", _SAMPLED, _CITATION),
    Part("fig3", _SAMPLED, _LARGE),
    Part("table1", _URL, ("cora",), recipe="released"),
    Part("table1", N2N_ROWS, _SMALL, 5),
    Part("paired", None, ("pubmed", *_LARGE), PAIRED.seeds),
    *(
        Part("table1", None, datasets, changes={"split": split})
        for datasets in (_SMALL, ("pubmed",))
        for split in ("public", "random")
    ),
)
"""N2N on the small citation graphs first; the times of Table 3 need a quiet machine and are left out."""


@dataclass(frozen=True)
class Planned:
    """A cell to be measured."""

    task: Task
    command: str
    """The exact command that makes it again."""
    part: int
    """Its place in `PARTS`."""


def exact_command(name: str, task: Task) -> str:
    """The command that measures a cell again.

    >>> exact_command("table1", EXPERIMENTS["table1"].tasks(["GCN"], ["cora"], [2])[0])
    'python -m n2n reproduce table1 --rows GCN --datasets cora --seed 2 --again'
    """
    split = "" if task.settings.split == "paper" else f" --split {task.settings.split}"
    return (
        f"python -m n2n reproduce {name} --rows {shlex.quote(task.row)} --datasets {task.dataset} "
        f"--seed {task.settings.seed}{split} --again"
    )


def plan(datasets: Iterable[str] | None = None) -> list[Planned]:
    """Every cell once, part by part and seed by seed.

    >>> plan(["cora"])[0].task.title
    'N2N-Random-1 (JL) on cora, seed 0'
    """
    wanted = set(DATASETS if datasets is None else datasets)
    if unknown := sorted(wanted - set(DATASETS)):
        raise ValueError(f"The paper does not use {unknown[0]!r}: choose among {', '.join(DATASETS)}.")
    found: dict[tuple, Planned] = {}
    for place, part in enumerate(PARTS):
        for planned in part.planned(place, wanted):
            found.setdefault(planned.task.key, planned)
    return list(found.values())


def _with_recipe(task: Task, recipe: str, place: int) -> Planned:
    """A task of a table with another recipe; `python -m n2n results` makes it again."""
    command = (
        f"python -m n2n results {task.dataset} --rows {shlex.quote(task.row)} --recipe {recipe} "
        f"--seeds {task.settings.seed + 1}"
    )
    return Planned(variant_task(task.row, task.dataset, task.settings.seed, recipe), command, place)


def repeats_too_long(task: Task, seconds: float, longest: float = LONG) -> bool:
    """Whether a cell is not worth another seed: one run takes longer than that."""
    return task.settings.seed > 0 and seconds > longest


def takes_long(cells: Sequence[Cell]) -> bool:
    """Whether there is a single run because it takes longer than `LONG`."""
    return len(cells) == 1 and cells[0].seconds > LONG
