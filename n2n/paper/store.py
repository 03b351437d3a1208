"""Finished cells and the file that keeps them: one line of JSON per cell, only ever added to by runs.

A line is written at once. If the machine stops in the middle of a line, the fragment is not valid JSON: it
is skipped in reading, and the next cell begins on a line of its own. Nothing that was finished is lost,
and several runs may add to one file.
"""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from filelock import FileLock

from n2n.files.assets import ASSETS, output_folder
from n2n.files.atomic import whole_file
from n2n.methods.base import MethodSettings
from n2n.methods.identity import MethodName
from n2n.methods.registry import settings_for, settings_from
from n2n.training.selection import RULES, VALIDATION

SHIPPED = ASSETS / "results"
"""The folder of what was measured for this project and ships with it."""
RESULTS = output_folder("results")
"""Where new results are written by default. Reading it includes the shipped results."""
FILE = "cells.jsonl"
SELECTION = RULES[VALIDATION]


@dataclass(frozen=True)
class Cell:
    """One finished measurement with everything that it depends on."""

    kind: str
    """"accuracy", "time", "smoothness", "subgraphs" or "gallery"."""
    row: str
    """The paper's name of the method."""
    dataset: str
    settings: dict[str, Any]
    """All settings, seeds and split among them."""
    values: dict[str, Any]
    """What was measured: test, val, epoch … for accuracy; ms, inference_ms for time."""
    seconds: float
    """How long it took."""
    environment: dict[str, str]
    machine: dict[str, Any]
    """Processor and number of cores."""
    command: str
    """What makes it again."""
    selection: str = SELECTION

    @cached_property
    def key(self) -> tuple[str, str, str, MethodSettings]:
        """What makes two cells the same one; settings that were added later have their defaults."""
        return self.kind, self.row, self.dataset, settings_from(self.settings)

    @property
    def seed(self) -> int:
        return self.settings.get("seed", 0)

    @property
    def split(self) -> str:
        return self.settings.get("split", "paper")

    @property
    def complete(self) -> bool:
        """Whether it has all that is measured today, such as a score for every selection and every probe;
        cells of earlier versions have not."""
        if self.kind != "accuracy":
            return self.kind != "gallery" or "majorities" in self.values
        probes = other_probes(settings_from(self.settings))
        return "best_test" in self.values and set(probes) <= set(self.values.get("probes", ()))


def other_probes(settings: MethodSettings) -> tuple[str, ...]:
    """The probes that do not score a run itself but can score its embeddings; none where none is used.

    >>> from n2n import Settings
    >>> other_probes(Settings(framework="URL")), other_probes(Settings())
    (('softmax',), ())
    """
    if settings.stages[-1] != "pretext":
        return ()
    return tuple(kind for kind in settings.specs()["probe"].choices if kind != settings.probe)


def merge(source: Path, folder: Path = RESULTS) -> tuple[int, int]:
    """Add the cells of another folder; returns how many are new and how many replace an older one.

    Of two measurements of one cell the newer counts, with the smaller time of an epoch: other work on the
    machine only ever slows a run down. A cell with fewer scores does not replace one with more.
    """
    with _locked(folder):
        known = {cell.key: cell for cell in stored(folder)}
        new = replaced = 0
        for measured in stored(source):
            old = known.get(measured.key)
            cell = measured if old is None else _quicker(measured, old)
            if old is None or (cell != old and cell.complete >= old.complete):
                append(cell, folder)
                new, replaced = new + (old is None), replaced + (old is not None)
        if replaced:
            _drop_replaced(folder / FILE)
    return new, replaced


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Only one process at a time adds to the file or rewrites it."""
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / f".{FILE}.lock", is_singleton=True):  # reentrant
        yield


def _drop_replaced(path: Path) -> None:
    """Leave out the lines of cells that a later line replaces; the file is rewritten as a whole.

    Lines that this version cannot read are those of another version, and stay.
    """
    last: dict[object, bytes] = {}
    for number, line in enumerate(path.read_bytes().splitlines()):
        cell = _read(line)
        key = number if cell is None else cell.key
        last.pop(key, None)  # the order of the lines shows which settings are the latest
        last[key] = line
    with whole_file(path) as part:
        part.write_bytes(b"".join(line + b"\n" for line in last.values()))


def _quicker(cell: Cell, old: Cell) -> Cell:
    """A cell with the smaller time of an epoch, where both were measured on the same kind of machine."""
    threads = {one.environment.get("threads") for one in (cell, old)}
    if "ms_per_epoch" not in old.values or cell.machine != old.machine or len(threads) > 1:
        return cell
    ms = min(one.values["ms_per_epoch"] for one in (cell, old))
    return replace(cell, values=cell.values | {"ms_per_epoch": ms})


def append(cell: Cell, folder: Path = RESULTS) -> None:
    """Add a cell to the file and make sure that it is on the disk."""
    with _locked(folder), (folder / FILE).open("ab+") as file:
        file.seek(0, os.SEEK_END)
        torn = False
        if file.tell():
            file.seek(-1, os.SEEK_END)
            torn = file.read(1) != b"\n"
        line = json.dumps(asdict(cell), ensure_ascii=False).encode()
        file.write((b"\n" if torn else b"") + line + b"\n")
        file.flush()
        os.fsync(file.fileno())


def stored(folder: Path = RESULTS) -> list[Cell]:
    """All finished cells in the order in which they were made; of equal ones the last."""
    found: dict[tuple, Cell] = {}
    if folder == RESULTS != SHIPPED:
        found = {cell.key: cell for cell in stored(SHIPPED)}
    path = folder / FILE
    lines = path.read_bytes().split(b"\n") if path.exists() else []
    for line in lines:
        cell = _read(line)
        if cell is not None:
            found.pop(cell.key, None)
            found[cell.key] = cell
    return list(found.values())


def _read(line: bytes) -> Cell | None:
    """The cell of a line; None for a torn line, or settings that no longer exist."""
    try:
        cell = Cell(**json.loads(line))
        return cell if cell.key else None
    except (ValueError, TypeError):
        return None


def counted_cells(
    cells: Iterable[Cell], dataset: str, fixed_split: bool
) -> dict[tuple[str, str], list[Cell]]:
    """The accuracies of a dataset by row and split: those with the settings of today's recipe.

    Of a variant, which has no recipe, and of a method that this version does not know, those with the latest
    settings. Cells whose random positives were drawn by a seed of their own, as in Table 2, are left out.
    """
    groups: dict[tuple[str, str], dict[MethodSettings, list[Cell]]] = {}
    for cell in cells:
        if cell.kind != "accuracy" or cell.dataset != dataset:
            continue
        settings = cell.key[3]
        plain = settings.without_seeds()
        if settings == plain.with_seed(cell.seed, fixed_split):
            by_settings = groups.setdefault((cell.row, cell.split), {})
            by_settings[plain] = [*by_settings.pop(plain, []), cell]  # the latest settings come last
    found = {}
    for (row, split), by_settings in groups.items():
        try:
            recipe = settings_for(row, dataset).without_seeds().replace(split=split)
        except ValueError:  # a folder of results may have been written by another version
            recipe = None
        if recipe is None or (recipe not in by_settings and MethodName.parse(row).variant):
            recipe = next(reversed(by_settings))
        if recipe in by_settings:
            found[row, split] = by_settings[recipe]
    return found
