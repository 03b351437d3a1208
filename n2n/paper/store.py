"""Finished cells and the file that keeps them: one line of JSON per cell, only ever added to.

A line is written in one go. If the machine stops in the middle of a line, what is there of it is not JSON: it
is skipped in reading, and the next cell begins on a line of its own. Nothing that was finished is lost,
and several runs may add to one file.
"""

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from n2n.files.assets import ASSETS, output_folder
from n2n.methods.base import MethodSettings
from n2n.methods.registry import settings_from

SHIPPED = ASSETS / "results"
"""The folder of what was measured for this project and ships with it."""
RESULTS = output_folder("results")
"""Where new results are written: in a checkout the same folder. Reading it includes the shipped results."""
FILE = "cells.jsonl"
SELECTION = "test micro-F1 at the epoch of the best validation micro-F1"


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

    @property
    def key(self) -> tuple[str, str, str, MethodSettings]:
        """What makes two cells the same one; settings that were added later have their defaults."""
        return self.kind, self.row, self.dataset, settings_from(self.settings)

    @property
    def seed(self) -> int:
        """The seed of the run."""
        return self.settings.get("seed", 0)

    @property
    def split(self) -> str:
        """The split of the run."""
        return self.settings.get("split", "paper")


def append(cell: Cell, folder: Path = RESULTS) -> None:
    """Add a cell to the file and make sure that it is on the disk."""
    path = folder / FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab+") as file:
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
        try:
            cell = Cell(**json.loads(line))
            key = cell.key
        except (ValueError, TypeError):  # a torn line, or settings that no longer exist
            continue
        found.pop(key, None)
        found[key] = cell
    return list(found.values())


def latest_cells(cells: Iterable[Cell], dataset: str, fixed_split: bool) -> dict[tuple[str, str], list[Cell]]:
    """The accuracies of a dataset by row and split; of a row measured with several settings, the latest.

    Cells whose random positives were drawn by a seed of their own, as in Table 2, are left out.
    """
    groups: dict[tuple[str, str], tuple[MethodSettings, list[Cell]]] = {}
    for cell in cells:
        if cell.kind != "accuracy" or cell.dataset != dataset:
            continue
        settings = cell.key[3]
        plain = settings.without_seeds()
        if settings != plain.with_seed(cell.seed, fixed_split):
            continue
        group = groups.get((cell.row, cell.split))
        if group is None or group[0] != plain:
            group = groups[cell.row, cell.split] = (plain, [])
        group[1].append(cell)
    return {key: group for key, (_, group) in groups.items()}
