"""Training runs as tables: their epochs, what differs from a recipe, what differs between runs."""

from typing import Any

from n2n.files.csv import Table
from n2n.methods.base import Spec
from n2n.training.history import Epoch
from n2n.training.run import Run


def overview(runs: list[Run]) -> Table:
    """One row per run: its method, what differs from the recipe, and its scores (micro-F1 from 0 to 1)."""
    rows = []
    for run in runs:
        recipe, different = run.settings.closest_recipe(run.dataset)
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
                "changes": "; ".join(s.describe(*pair) for pair in different.items()),
                "split": f"{s.split}, seed {s.split_seed}",
                "seed": s.seed,
                "state": run.status.state,
                "best_val": scores and scores.val,
                "test_at_best_val": scores and scores.test,
                "best_epoch": scores and scores.epoch,
                "epochs": len(run.history),
                "seconds": round(run.status.seconds, 2),
                "fork": run.fork.describe(s) if run.fork else "",
            }
        )
    return {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}


def compare(runs: list[Run]) -> Table:
    """Runs side by side, one column per run: the settings in which they differ, then their scores.

    Methods have settings of their own: a setting that a run does not have is shown as a dash.

    >>> from n2n import Settings
    >>> runs = [Run(s, "karate", name=name) for name, s in (("a", Settings()), ("b", Settings(tau=2.0)))]
    >>> table = compare(runs)
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
        "Test micro-F1 at that epoch",
        "Best epoch",
        "Epochs",
    ]
    forked = any(run.fork for run in runs)
    columns["setting"] += ["Forked from"] if forked else []
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
        if forked:
            columns[name].append(f"{run.fork.name}, epoch {run.fork.epoch}" if run.fork else "–")
    return columns


def _values(runs: list[Run], name: str) -> set:
    """The values of a setting in the runs that have it."""
    return {getattr(run.settings, name) for run in runs if hasattr(run.settings, name)}


def _label(spec: Spec) -> str:
    return f"{spec.label} {spec.symbol}".strip()


def _text(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def epochs(runs: list[Run]) -> Table:
    """One row per epoch of each run, with everything that was recorded."""
    columns: Table = {"run": [run.name for run in runs for _ in run.history]}
    for field in Epoch.__dataclass_fields__:
        columns[field] = [getattr(epoch, field) for run in runs for epoch in run.history]
    return columns


def thinned(history: list[Epoch], most: int) -> list[Epoch]:
    """At most this many epochs at equal distances, including the last one."""
    step = -(-len(history) // most) or 1
    return history[::-1][::step][::-1]


def signed(value: float, digits: int = 2) -> str:
    """A difference with its sign; a hyphen would do as a minus in a table, not in a sentence.

    >>> signed(-0.861), signed(1.5, 1)
    ('−0.86', '+1.5')
    """
    return f"{value:+.{digits}f}".replace("-", "−")


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
