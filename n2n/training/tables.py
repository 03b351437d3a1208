"""Training runs as tables: their epochs, what differs from a recipe, what differs between runs."""

from dataclasses import dataclass
from typing import Any

from n2n.files.csv import Table
from n2n.methods.n2n.recipes import RECIPES, settings_for
from n2n.methods.n2n.settings import Settings
from n2n.methods.spec import ALL, Declared, Spec
from n2n.training.run import Epoch, Scores

# What a run records and where it runs do not belong to a recipe.
BESIDE = ("watch_theorem", "snapshots", "device")
OWN = "as chosen for the method"
"""The recipe of a rival; N2N has the three of `RECIPES`."""


@dataclass(frozen=True)
class Listed:
    """A run at any moment, as tables and figures need it."""

    name: str
    dataset: str
    """Key of the dataset."""
    settings: Declared
    """`Settings` of N2N, or `RivalSettings` of another method."""
    history: list[Epoch]
    state: str = "done"
    seconds: float = 0.0

    @property
    def scores(self) -> Scores | None:
        """Scores so far."""
        return Scores.of(self.history)


def kind(settings: Declared) -> list[str]:
    """The kind of run in a few words: the framework and the positives, or the name of a rival.

    >>> from n2n.methods.rivals import RivalSettings
    >>> kind(Settings(k=3, sampler="random")), kind(RivalSettings("GCN"))
    (['JL', 'k = 3', 'random'], ['GCN', 'supervised'])
    """
    if not isinstance(settings, Settings):
        return [settings.name, settings.framework]
    random = settings.sampler == "random" and settings.k != ALL
    return [settings.framework, f"k = {settings.k}", *(["random"] if random else [])]


def changes(dataset: str, settings: Declared) -> tuple[str, dict[str, Any]]:
    """The recipe closest to the settings, and the settings that differ from it.

    >>> changes("cora", Settings.for_dataset("cora", recipe="text").replace(tau=2.0))
    ('text', {'tau': 2.0})
    """
    if not isinstance(settings, Settings):
        base = type(settings).for_dataset(dataset, settings.method, k=settings.k, sampler=settings.sampler)
        return OWN, _different(settings, base)
    found = {}
    for recipe in sorted(RECIPES, key="tuned".__ne__):
        base = settings_for(dataset, settings.framework, settings.k, sampler=settings.sampler, recipe=recipe)
        found[recipe] = _different(settings, base)
    recipe = min(found, key=lambda recipe: len(found[recipe]))
    return recipe, found[recipe]


def _different(settings: Declared, base: Declared) -> dict[str, Any]:
    known = base.to_dict()
    return {
        name: value
        for name, value in settings.to_dict().items()
        if name not in BESIDE and value != known[name]
    }


def words(name: str, value: Any, declared: type[Declared] = Settings) -> str:
    """A setting and its value in short: by its symbol where it has one, else by its label.

    >>> words("tau", 2.0), words("bias", True), words("weight_decay", 1e-05)
    ('τ = 2', 'Bias: yes', 'λ = 1e-05')
    """
    spec = declared.specs()[name]
    if isinstance(value, bool):
        return f"{spec.label}: {'yes' if value else 'no'}"
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return f"{spec.symbol} = {text}" if spec.symbol else f"{spec.label}: {text}"


def overview(runs: list[Listed]) -> Table:
    """One row per run: its method, what differs from the recipe, and its scores (micro-F1 from 0 to 1)."""
    rows = []
    for run in runs:
        recipe, different = changes(run.dataset, run.settings)
        s, scores = run.settings, run.scores
        rows.append(
            {
                "run": run.name,
                "dataset": run.dataset,
                "method": s.name,
                "framework": s.framework,
                "sampler": s.sampler,
                "k": str(s.k),
                "recipe": recipe,
                "changes": "; ".join(words(*pair, type(s)) for pair in different.items()),
                "split": f"{s.split}, seed {s.split_seed}",
                "seed": s.seed,
                "state": run.state,
                "best_val": scores and scores.val,
                "test_at_best_val": scores and scores.test,
                "best_epoch": scores and scores.epoch,
                "epochs": len(run.history),
                "seconds": round(run.seconds, 2),
            }
        )
    return {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}


def compare(runs: list[Listed]) -> Table:
    """Runs side by side, one column per run: the settings in which they differ, then their scores.

    Methods have settings of their own: a setting that a run does not have is shown as a dash.

    >>> s = Settings()
    >>> table = compare([Listed("a", "karate", s, []), Listed("b", "karate", s.replace(tau=2.0), [])])
    >>> table["setting"][0], table["a"][0], table["b"][0]
    ('Temperature τ', '5', '2')
    """
    different = {
        name: spec
        for run in runs
        for name, spec in run.settings.specs().items()
        if len(_values(runs, name)) > 1
    }
    columns: Table = {"setting": [_label(spec) for spec in different.values()]}
    columns["setting"] += [
        "Method",
        "Dataset",
        "Best validation micro-F1",
        "Test micro-F1 there",
        "Best epoch",
        "Epochs",
    ]
    for run in runs:
        name, count = run.name, 1
        while name in columns:
            count += 1
            name = f"{run.name} ({count})"
        scores = run.scores
        columns[name] = [_text(getattr(run.settings, key, "–")) for key in different]
        columns[name] += [
            run.settings.name,
            run.dataset,
            *((f"{scores.val:.1%}", f"{scores.test:.1%}", str(scores.epoch)) if scores else ("–",) * 3),
            str(len(run.history)),
        ]
    return columns


def _values(runs: list[Listed], name: str) -> set:
    """The values of a setting in the runs that have it."""
    return {getattr(run.settings, name) for run in runs if hasattr(run.settings, name)}


def _label(spec: Spec) -> str:
    return f"{spec.label} {spec.symbol}".strip()


def _text(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def epochs(runs: list[Listed]) -> Table:
    """One row per epoch of each run, with everything that was recorded."""
    columns: Table = {"run": [run.name for run in runs for _ in run.history]}
    for field in Epoch.__dataclass_fields__:
        columns[field] = [getattr(epoch, field) for run in runs for epoch in run.history]
    return columns


def thinned(history: list[Epoch], most: int) -> list[Epoch]:
    """At most so many epochs at equal distances, the last one among them."""
    step = -(-len(history) // most) or 1
    return history[::-1][::step][::-1]


def duration(seconds: float) -> str:
    """A duration in words.

    >>> duration(0.0231), duration(4.6), duration(75), duration(7300)
    ('23 ms', '4.6 s', '1 min 15 s', '2 h 1 min')
    """
    if seconds < 0.9995:
        return f"{1e3 * seconds:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s" if seconds < 9.95 else f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
