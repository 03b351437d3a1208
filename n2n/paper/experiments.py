"""What belongs to each table and figure of the paper: its rows, its datasets and its runs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from n2n.graph import Graph
from n2n.graph.catalogue import catalogue
from n2n.methods.base import MethodSettings
from n2n.methods.identity import N2N, MethodName
from n2n.methods.n2n.settings import Settings
from n2n.methods.recipes import DATASETS, baselines
from n2n.methods.registry import settings_for
from n2n.paper import reference
from n2n.taps.samplers import ALL, SAMPLERS

SIZES = (1, 2, 3, 4, 5)
"""k in the paper's tables and figures."""
DRAWS = (1, 2, 3)
"""Seeds of the random positives in the columns of Table 2."""
SAMPLED = "GraphSAGE-Mean"
"""The baseline of which the paper also samples the neighbours, at random or by TAPS."""
INFERENCE = " (inference)"
"""How a row of Table 3 ends that has the time of inference, not of an epoch."""
STRUCTURE = ("smoothness", "subgraphs", "gallery")
"""Kinds of experiments on the graph alone, in which nothing is trained."""


class Task(NamedTuple):
    """One measurement to be made."""

    kind: str
    row: str
    variant: str
    dataset: str
    settings: MethodSettings

    @property
    def title(self) -> str:
        """One line for a progress bar."""
        return f"{self.row} on {self.dataset}, seed {self.settings.seed}"


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A table or figure of the paper, or a comparison beyond it."""

    name: str
    """The name on the command line."""
    title: str
    kind: str
    """"accuracy", "time" or one of `STRUCTURE`."""
    rows: tuple[str, ...]
    about: str
    """What is compared, and by what rule."""
    datasets: tuple[str, ...] = DATASETS
    seeds: int = 1
    draws: tuple[int, ...] = ()
    """Seeds of random positives, one for each column of a dataset; without them the run's own seed draws."""
    reference: str = ""
    """The printed table; "" where the paper prints no numbers."""

    def columns(self, dataset: str) -> tuple[str, ...]:
        """The columns of a dataset: one, or one for each draw."""
        return tuple(f"{dataset} {draw}" for draw in self.draws) or (dataset,)

    def choose(
        self, rows: Iterable[str] | None, datasets: Iterable[str] | None
    ) -> tuple[list[str], list[str]]:
        """The rows and datasets asked for, all where None; ValueError for a name that does not exist."""
        return _choose(self.title, "row", rows, self.rows), _choose(
            self.title, "dataset", datasets, self.datasets
        )

    def tasks(
        self,
        rows: Iterable[str] | None = None,
        datasets: Iterable[str] | None = None,
        seeds: Iterable[int] | None = None,
        recipe: str | None = None,
        **changes,
    ) -> list[Task]:
        """All measurements of some rows and datasets, seed by seed.

        Args:
            recipe: a recipe other than the default one.
            changes: settings that differ from the recipe, such as split="public".

        >>> len(EXPERIMENTS["table1"].tasks(datasets=["cora"], seeds=[0]))
        31
        """
        rows, datasets = self.choose(rows, datasets)
        # The time of inference is measured together with that of training: one task for both rows.
        methods = dict.fromkeys(row.removesuffix(INFERENCE) for row in rows)
        tasks = []
        for seed in range(self.seeds) if seeds is None else seeds:
            for dataset in datasets:
                for row in methods:
                    tasks += self._of_seed(row, dataset, seed, recipe, changes)
        return list(dict.fromkeys(tasks))

    def _of_seed(self, row: str, dataset: str, seed: int, recipe: str | None, changes: dict) -> list[Task]:
        settings = recipe_of(self.kind, row, dataset)
        if recipe is not None:
            settings = settings.as_recipe(dataset, recipe)
        if self.kind in STRUCTURE and settings.sampler == "taps":
            seed = 0  # nothing is drawn
        settings = settings.replace(**changes).with_seed(seed, has_own_split(dataset))
        named = ({"recipe": recipe} if recipe else {}) | {
            name: value for name, value in changes.items() if name not in ("split", "probe")
        }
        variant = ", ".join(f"{name} {value}" for name, value in named.items())
        return [
            Task(self.kind, row, variant, dataset, settings.replace(sampling_seed=draw))
            for draw in self.draws or (settings.sampling_seed,)
        ]


def _choose(title: str, what: str, asked: Iterable[str] | None, known: Sequence[str]) -> list[str]:
    by_lower_case = {name.lower(): name for name in known}
    wanted = list(known if asked is None else asked)
    for name in wanted:
        if name.lower() not in by_lower_case:
            raise ValueError(f"{title} has no {what} {name!r}: choose among {', '.join(known)}.")
    return [by_lower_case[name.lower()] for name in wanted]


@lru_cache(5000)
def recipe_of(kind: str, row: str, dataset: str) -> MethodSettings:
    """The settings behind a row, without seeds; in experiments on the graph alone the row names a sampler.

    >>> recipe_of("smoothness", "Random-3", "cora").sampler, recipe_of("accuracy", "GCN", "cora").name
    ('random', 'GCN')
    """
    if kind in STRUCTURE:
        method = MethodName.parse(f"{N2N}-{row}")
        return Settings(sampler=method.sampler or "taps", k=method.k)
    return settings_for(row, dataset).without_seeds()


def has_own_split(dataset: str) -> bool:
    """Whether a dataset of the catalogue brings its split, as the citation graphs do."""
    return dataset in catalogue() and catalogue()[dataset].kind == "citation"


def sampling_row(sampler: str, k: int | str) -> str:
    """The row of an experiment on the graph alone.

    >>> sampling_row("random", 3), sampling_row("taps", "all")
    ('Random-3', 'All')
    """
    return "All" if k == ALL else f"{SAMPLERS[sampler]}-{k}"


N2N_ROWS = tuple(row for row in reference.rows("table1") if MethodName.parse(row).is_n2n)
"""The fourteen N2N rows of Table 1."""
PAIRED_SIZES = (1, 3, 5)
PAIRED_FRAMEWORKS = ("JL", "URL")
_POINT = "reproduced: within 1 point, or within two standard errors of the difference"
_TIMES = (
    "The machines differ, so no time itself is compared but the order: the same where a method is slower or "
    "faster than N2N-TAPS-1 (JL) as printed. N2N-TAPS-1 (JL) itself, and a method printed as equal to it, "
    "have no verdict."
)
_FIG3 = tuple(
    MethodName(*method, k).label
    for method in (
        (SAMPLED, "", "random"),
        (SAMPLED, "", "taps"),
        (N2N, "JL", "taps"),
        (N2N, "URL", "taps"),
    )
    for k in SIZES
)

EXPERIMENTS: dict[str, Experiment] = {
    one.name: one
    for one in (
        Experiment(
            name="table1",
            title="Table 1",
            kind="accuracy",
            rows=("MLP", *reference.rows("table1")),
            seeds=5,
            reference="table1",
            about=f"Test micro-F1 in %, mean ± standard deviation; {_POINT}.",
        ),
        Experiment(
            name="table2",
            title="Table 2",
            kind="accuracy",
            rows=reference.rows("table2"),
            datasets=("photo", "physics"),
            seeds=3,
            draws=DRAWS,
            reference="table2",
            about=f"Random positives, drawn with three seeds: test micro-F1 in %; {_POINT}. The paper's "
            "draws are not known, so its columns stand beside other draws here.",
        ),
        Experiment(
            name="table3",
            title="Table 3",
            kind="time",
            rows=reference.rows("table3"),
            reference="table3",
            about=f"Milliseconds for a training epoch, or for inference. {_TIMES}",
        ),
        Experiment(
            name="fig3",
            title="Figure 3",
            kind="accuracy",
            rows=_FIG3,
            seeds=3,
            reference="table1",
            about=f"Neighbours drawn at random or by TAPS: test micro-F1 in %; {_POINT}. The paper "
            "draws the curves of GraphSAGE without printing their numbers.",
        ),
        Experiment(
            name="fig4",
            title="Figure 4",
            kind="smoothness",
            rows=(*(sampling_row(sampler, k) for sampler in SAMPLERS for k in SIZES), "All"),
            seeds=5,
            about="Label smoothness: share of the sampled pairs that have two different labels, and the same "
            "pairs divided by all edges, as in the authors' script; of random neighbours the mean of all "
            "draws. The paper draws bars without numbers.",
        ),
        Experiment(
            name="fig5",
            title="Figure 5",
            kind="subgraphs",
            rows=("TAPS-1",),
            about="Sizes of the subgraphs that one positive per node, chosen by TAPS, makes. The paper "
            "draws bars without numbers.",
        ),
        Experiment(
            name="fig6",
            title="Figure 6",
            kind="gallery",
            rows=("TAPS-1",),
            about="Ten subgraphs of each tenth of the ranks by size: the share of nodes with the most "
            "frequent label. The paper shows pictures.",
        ),
    )
}
"""Every table and figure of the paper by its name on the command line."""

EXTRA_EXPERIMENTS: dict[str, Experiment] = {
    one.name: one
    for one in (
        Experiment(
            name="paired",
            title="TAPS against random neighbours",
            kind="accuracy",
            rows=tuple(
                MethodName(N2N, framework, sampler, k).label
                for framework in PAIRED_FRAMEWORKS
                for k in PAIRED_SIZES
                for sampler in SAMPLERS
            ),
            seeds=10,
            about="Test micro-F1 with positives by TAPS minus that with as many random ones and the same "
            "seed: mean of ten pairs with the 95% confidence interval of the paired t-test.",
        ),
        Experiment(
            name="baselines",
            title="Methods that the paper does not have",
            kind="accuracy",
            rows=tuple(name for name in baselines() if name not in EXPERIMENTS["table1"].rows),
            seeds=3,
            about="Methods that the paper does not have: test micro-F1 in %, mean ± standard deviation.",
        ),
        Experiment(
            name="times",
            title="Times of all methods",
            kind="time",
            rows=tuple(dict.fromkeys((*EXPERIMENTS["table1"].rows, *baselines()))),
            reference="table3",
            about="Milliseconds for a training epoch, one method after the other with the computer to "
            f"itself. {EXPERIMENTS['table3'].about}",
        ),
    )
}
"""Comparisons beyond the paper, measured and stored in the same way."""


def find_experiment(name: str) -> Experiment:
    """A table or figure of the paper, or an extra experiment, by its name on the command line.

    >>> find_experiment("paired").seeds, find_experiment("table1").seeds
    (10, 5)
    """
    return (EXPERIMENTS | EXTRA_EXPERIMENTS)[name]


@cache
def families() -> dict[str, str]:
    """Every method that can be compared with its family, those of N2N first.

    >>> families()["N2N-TAPS-1 (JL)"], families()["GCN"], families()["GraphSAGE-Mean-TAPS-2"]
    ('N2N', 'graph network', 'graph network')
    """
    found = dict.fromkeys(N2N_ROWS, N2N)
    for name, method in baselines().items():
        found[name] = method.family
        if name == SAMPLED:
            sampled = (row for row in _FIG3 if MethodName.parse(row).base == SAMPLED)
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
    """The settings of all runs of a comparison on one graph, seed by seed.

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
