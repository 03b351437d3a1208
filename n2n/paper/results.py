"""What was measured: one table with a row per measurement, read from one Parquet file.

Each row has the settings, what was measured, and where it comes from: version and commit of the program, the
command, the versions of torch, numpy and Python, the processor. "unknown" says that a row of an early version
did not record it. An accuracy has one row per linear probe; `probe` is "" where a method needs none.
"""

import json
import os
import platform
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas as pd
from filelock import FileLock

from n2n.files.assets import ASSETS, output_folder
from n2n.files.atomic import whole_file
from n2n.methods.base import SEEDS
from n2n.methods.registry import settings_from
from n2n.paper.experiments import Task, has_own_split, recipe_of

SHIPPED = ASSETS / "results"
"""The folder of the measurements that ship with the program."""
RESULTS = output_folder("results")
"""Where new measurements are written by default."""
FILE = "results.parquet"
SCORES = {"validation": "test", "last": "last_test", "best test": "best_test"}
"""The column with the test score of each rule by which an epoch is selected."""
_OWN_COLUMNS = (*SEEDS, "split", "probe")
"""Settings with a column of their own; all others are JSON in the column `settings`."""
KEY = ["kind", "row", "variant", "dataset", "settings", *_OWN_COLUMNS]
"""What tells measurements apart; of two with the same key the later one counts."""
_MEASURED = (
    "test", "val", "last_test", "best_test", "ms", "inference_ms", "sampled", "graph", "microseconds",
    "nodes_read", "held_out", "seconds", "epoch", "epochs", "parameters",
)  # fmt: skip
PROVENANCE = ("version", "commit", "date", "command", "torch", "numpy", "python", "threads", "instructions",
              "processor", "cores", "estimator")  # fmt: skip


def load(folder: str | os.PathLike = RESULTS) -> pd.DataFrame:
    """All measurements: those that ship with the program, then those in a folder.

    The column `by_recipe` says whether the settings are those of today's recipe; only such rows are compared
    with printed numbers.

    >>> len(load(SHIPPED).query("kind == 'accuracy' and row == 'GCN' and dataset == 'cora'")) >= 5
    True
    """
    paths = dict.fromkeys([SHIPPED / FILE, Path(folder) / FILE])
    return combine([pd.read_parquet(path) for path in paths if path.is_file()])


def read(folder: str | os.PathLike) -> pd.DataFrame:
    """The measurements in one folder alone."""
    path = Path(folder) / FILE
    return combine([pd.read_parquet(path)] if path.is_file() else [])


def combine(tables: Iterable[pd.DataFrame]) -> pd.DataFrame:
    """One table of several, with all columns; of measurements with the same key the last one counts."""
    columns = [*KEY, *_MEASURED, "facts", *PROVENANCE]
    given = [table for table in tables if len(table)]
    found = pd.concat(given, ignore_index=True) if given else pd.DataFrame()
    found = found.reindex(columns=columns)
    texts = [column for column in columns if column not in (*_MEASURED, *SEEDS)]
    found[texts] = found[texts].astype(object).fillna("").astype(str)
    found = found.astype(dict.fromkeys(_MEASURED, "float64") | dict.fromkeys(SEEDS, "int64"))
    found = found.drop_duplicates(KEY, keep="last", ignore_index=True)
    names = zip(found.kind, found.row, found.variant, found.dataset, found.settings, strict=True)
    return found.assign(by_recipe=pd.Series([_by_recipe(*name) for name in names], dtype=bool)
                        & _seeded(found))  # fmt: skip


def _seeded(found: pd.DataFrame) -> pd.Series:
    """Whether the split is that of the seed, as in `MethodSettings.with_seed`."""
    fixed = found.dataset.map({key: has_own_split(key) for key in found.dataset.unique()}).astype(bool)
    return found.split_seed == found.seed.where(~fixed | (found.split == "random"), 0)


@lru_cache(10_000)
def _by_recipe(kind: str, row: str, variant: str, dataset: str, settings: str) -> bool:
    if variant or kind in ("inference", "ablation"):
        return False
    try:
        recipe = recipe_of(kind, row, dataset)
        return settings_from(json.loads(settings)) == recipe.replace(split="paper", probe="logistic")
    except ValueError:  # of another version: a method or a setting that does not exist here
        return False


def _key(task: Task) -> dict[str, Any]:
    """What tells the measurement of a task apart from others."""
    settings = task.settings.to_dict()
    own = {name: settings.pop(name) for name in _OWN_COLUMNS}
    if task.kind != "accuracy" or task.settings.stages[-1] != "pretext":
        own["probe"] = ""  # nothing is probed
    text = json.dumps(settings, sort_keys=True, ensure_ascii=False)
    return {**dict(zip(KEY, task[:4], strict=False)), "settings": text, **own}


def row_of(task: Task, values: dict[str, Any], environment: dict[str, str], command: str) -> dict[str, Any]:
    """A measurement as a row: `values` are columns, `environment` is that of the run."""
    import n2n

    return {
        **_key(task),
        **values,
        **{name: environment.get(name, "unknown") for name in PROVENANCE[4:9]},
        "version": n2n.__version__,
        "commit": "unknown",
        "date": pd.Timestamp.now(tz="UTC").strftime("%Y-%m-%d"),
        "command": command,
        "processor": platform.machine(),
        "cores": str(os.cpu_count()),
        "estimator": environment.get("estimator", ""),
    }


def append(rows: Iterable[dict[str, Any]], folder: str | os.PathLike = RESULTS) -> None:
    """Add measurements to the file of a folder, which is replaced as a whole; processes take turns."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / f".{FILE}.lock"):
        write(combine([read(folder), pd.DataFrame(list(rows))]), folder)


def write(table: pd.DataFrame, folder: str | os.PathLike) -> None:
    """Write measurements as the file of a folder."""
    with whole_file(Path(folder) / FILE) as part:
        table.drop(columns="by_recipe", errors="ignore").to_parquet(part, index=False, compression="zstd")


def missing(tasks: Iterable[Task], results: pd.DataFrame) -> list[Task]:
    """The tasks without a measurement."""
    known = set(results[KEY].itertuples(index=False, name=None))
    return [task for task in tasks if tuple(_key(task).values()) not in known]


def expected_seconds(results: pd.DataFrame) -> dict[Any, float]:
    """How long a measurement took, the median by (kind, row, dataset)."""
    return results.groupby(["kind", "row", "dataset"]).seconds.median().dropna().to_dict()
