"""What belongs to each table and figure: its rows, its datasets, and the runs that it is made of."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from n2n.graph.catalogue import catalogue
from n2n.methods.base import MethodSettings
from n2n.methods.baselines.catalogue import baselines
from n2n.methods.identity import N2N, MethodName
from n2n.methods.n2n.settings import Settings
from n2n.methods.registry import settings_for
from n2n.paper import printed as paper
from n2n.paper.rows import sampling_row, timed_row
from n2n.taps.samplers import ALL

SIZES = (1, 2, 3, 4, 5)
"""k in the paper's tables and figures."""
SAMPLING_SEEDS = (1, 2, 3)


@dataclass(frozen=True)
class Task:
    """One cell to be computed."""

    kind: str
    row: str
    dataset: str
    settings: MethodSettings

    @property
    def key(self) -> tuple:
        """The same as that of the finished cell."""
        return self.kind, self.row, self.dataset, self.settings

    @property
    def title(self) -> str:
        """In words, for a progress bar."""
        return f"{self.row} on {self.dataset}, seed {self.settings.seed}"


N2N_ROWS = tuple(row for row in paper.table1() if MethodName.parse(row).is_n2n)
"""The fourteen N2N rows of Table 1 by the paper's names."""


def has_own_split(dataset: str) -> bool:
    """Whether a dataset brings its split: the citation graphs do; a graph of one's own is not asked."""
    return dataset in catalogue() and catalogue()[dataset].kind == "citation"


@lru_cache(20_000)
def _seeded(recipe: Callable, row: str, dataset: str, changes: frozenset, seed: int) -> MethodSettings:
    """Settings of one run; pages ask for the same thousands again, and making them checks every value."""
    return recipe(row, dataset).replace(**dict(changes)).with_seed(seed, has_own_split(dataset))


def sampling_settings(row: str, dataset: str) -> Settings:
    """For figures of the graph alone: the row says how neighbours are sampled, and nothing is trained.

    >>> sampling_settings("Random-3", "cora").sampler
    'random'
    """
    method = MethodName.parse(f"N2N-{row}")
    return Settings(sampler=method.sampler or "taps", k=method.k)


_FIG3 = tuple(
    MethodName(*method, k).label
    for method in (
        ("GraphSAGE-Mean", "", "random"),
        ("GraphSAGE-Mean", "", "taps"),
        (N2N, "JL", "taps"),
        (N2N, "URL", "taps"),
    )
    for k in SIZES
)
_POINT = "reproduced: within 1 point, or within two standard errors of the difference"


def _table1(row: str, dataset: str):
    return paper.table1().get(row, {}).get(dataset)


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A table or figure of the paper."""

    name: str
    title: str
    kind: str
    rows: tuple[str, ...]
    about: str
    """What is compared, and by what rule."""
    datasets: tuple[str, ...] = paper.DATASETS
    seeds: int = 1
    """Runs of each cell unless told otherwise."""
    settings: Callable[[str, str], MethodSettings] = settings_for
    """Settings of (row, dataset); seeds are set for each run."""
    draws: tuple[int, ...] = ()
    """Seeds of random positives, one for each column of a dataset; without them the run's own seed draws."""
    printed: Callable[[str, str], "paper.Score | float | None"] = lambda row, column: None
    """What the paper prints for (row, column); None where it prints no number."""

    def columns(self, dataset: str) -> tuple[str, ...]:
        return tuple(f"{dataset} {draw}" for draw in self.draws) or (dataset,)

    def choose(
        self, rows: Iterable[str] | None, datasets: Iterable[str] | None
    ) -> tuple[list[str], list[str]]:
        """The rows and datasets asked for, all where None; a name that is not there is a ValueError."""
        chosen = []
        for what, asked, known in (("row", rows, self.rows), ("dataset", datasets, self.datasets)):
            wanted = list(known if asked is None else asked)
            by_case = {name.lower(): name for name in known}
            for name in wanted:
                if name.lower() not in by_case:
                    raise ValueError(f"{self.title} has no {what} {name!r}: choose among {', '.join(known)}.")
            chosen.append([by_case[name.lower()] for name in wanted])
        return chosen[0], chosen[1]

    def tasks(
        self,
        rows: Iterable[str] | None = None,
        datasets: Iterable[str] | None = None,
        seeds: Iterable[int] | None = None,
        **changes,
    ) -> list[Task]:
        """All cells of some rows and datasets, seed by seed: a short run covers a little of everything.

        Args:
            changes: settings that differ from the recipes, such as split="public".

        >>> len(EXPERIMENTS["table1"].tasks(datasets=["cora"], seeds=[0]))
        31
        """
        rows, datasets = self.choose(rows, datasets)
        seeds = list(range(self.seeds) if seeds is None else seeds)
        # Inference is timed together with training: one task for both rows.
        plain = dict.fromkeys(timed_row(row)[0] for row in rows)
        tasks = []
        for seed in seeds:
            for dataset in datasets:
                for row in plain:
                    settings = _seeded(self.settings, row, dataset, frozenset(changes.items()), seed)
                    if self.settings is sampling_settings and settings.sampler == "taps" and seed != seeds[0]:
                        continue  # nothing in it is drawn
                    for draw in self.draws or (settings.sampling_seed,):
                        own = (
                            settings
                            if draw == settings.sampling_seed
                            else settings.replace(sampling_seed=draw)
                        )
                        tasks.append(Task(self.kind, row, dataset, own))
        return tasks


EXPERIMENTS: dict[str, Experiment] = {
    one.name: one
    for one in (
        Experiment(
            name="table1",
            title="Table 1",
            kind="accuracy",
            rows=("MLP", *paper.table1()),
            seeds=5,
            printed=_table1,
            about=f"Test micro-F1 in %, mean ± standard deviation; {_POINT}.",
        ),
        Experiment(
            name="table2",
            title="Table 2",
            kind="accuracy",
            rows=tuple(paper.table2()),
            datasets=("photo", "physics"),
            seeds=3,
            draws=SAMPLING_SEEDS,
            printed=lambda row, column: paper.table2()[row].get(column),
            about=f"Random positives, drawn with three seeds: test micro-F1 in %; {_POINT}. The paper's "
            "draws are not known, so its columns stand beside other draws here.",
        ),
        Experiment(
            name="table3",
            title="Table 3",
            kind="time",
            rows=tuple(paper.table3()),
            printed=lambda row, dataset: paper.table3().get(row, {}).get(dataset),
            about="Milliseconds for a training epoch, or for inference. The machines differ, so no time "
            "itself is compared but the order: the same where a method is slower or faster than "
            "N2N-TAPS-1 (JL) as printed. N2N-TAPS-1 (JL) itself, and a method printed as equal to it, have "
            "no verdict.",
        ),
        Experiment(
            name="fig3",
            title="Figure 3",
            kind="accuracy",
            rows=_FIG3,
            seeds=3,
            printed=_table1,
            about=f"Neighbours drawn at random or by TAPS: test micro-F1 in %; {_POINT}. The paper "
            "draws the curves of GraphSAGE without printing their numbers.",
        ),
        Experiment(
            name="fig4",
            title="Figure 4",
            kind="smoothness",
            rows=(
                *(sampling_row(by, k) for by in ("taps", "random") for k in SIZES),
                sampling_row("taps", ALL),
            ),
            settings=sampling_settings,
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
            settings=sampling_settings,
            about="Sizes of the subgraphs that one positive per node, chosen by TAPS, makes. The paper "
            "draws bars without numbers.",
        ),
        Experiment(
            name="fig6",
            title="Figure 6",
            kind="gallery",
            rows=("TAPS-1",),
            settings=sampling_settings,
            about="Ten subgraphs of each tenth of the ranks by size: the share of nodes with the most "
            "frequent label. The paper shows pictures.",
        ),
    )
}
"""Every table and figure by its name on the command line."""

PAIRED_SIZES = (1, 3, 5)
PAIRED_FRAMEWORKS = ("JL", "URL")
PAIRED = Experiment(
    name="paired",
    title="TAPS against random neighbours",
    kind="accuracy",
    rows=tuple(
        MethodName(N2N, framework, sampler, k).label
        for framework in PAIRED_FRAMEWORKS
        for k in PAIRED_SIZES
        for sampler in ("taps", "random")
    ),
    seeds=10,
    about="Test micro-F1 with positives by TAPS minus that with as many random ones and the same seed: "
    "mean of ten pairs with the 95% confidence interval of the paired t-test.",
)
"""Both samplers share the seed of weights, dropout and split."""
RECENT = Experiment(
    name="baselines",
    title="Methods that the paper does not have",
    kind="accuracy",
    rows=tuple(name for name in baselines() if name not in EXPERIMENTS["table1"].rows),
    seeds=3,
    about="Methods that the paper does not have: test micro-F1 in %, mean ± standard deviation.",
)
TIMES = Experiment(
    name="times",
    title="Times of all methods",
    kind="time",
    rows=(*EXPERIMENTS["table1"].rows, *RECENT.rows),
    printed=EXPERIMENTS["table3"].printed,
    about="Milliseconds for a training epoch, one method after the other with the computer to itself. "
    f"{EXPERIMENTS['table3'].about}",
)
"""What Compare shows; Table 3 has some of its rows."""
FURTHER = {one.name: one for one in (PAIRED, RECENT, TIMES)}
"""Experiments beyond the tables and figures of the paper, run and kept in the same way."""


def variant_task(row: str, dataset: str, seed: int, recipe: str | None = None, **changes) -> Task:
    """A row of Table 1 by another recipe or with other settings, which show in its name.

    >>> variant_task("N2N-TAPS-1 (JL)", "cora", 0, epochs=2).row
    'N2N-TAPS-1 (JL), epochs 2'
    """
    settings = settings_for(row, dataset).as_recipe(dataset, recipe).replace(**changes)
    departures = {"recipe": recipe} if recipe else {}
    variant = ", ".join(f"{name} {value}" for name, value in (departures | changes).items())
    seeded = settings.with_seed(seed, has_own_split(dataset))
    return Task("accuracy", replace(settings.identity, variant=variant).label, dataset, seeded)


def find_experiment(name: str) -> Experiment:
    """A table or figure of the paper, or a further experiment, by its name on the command line.

    >>> find_experiment("paired").seeds, find_experiment("table1").seeds
    (10, 5)
    """
    return (EXPERIMENTS | FURTHER)[name]
