"""Finished cells and the file that keeps them: one line of JSON a cell, only ever added to.

A line is written in one go. If the machine stops in the middle of a line, what is there of it is no JSON: it
is passed over in reading, and the next cell begins on a line of its own. Nothing that was finished is lost,
and several runs may add to one file.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from n2n.methods.n2n.settings import settings_from
from n2n.methods.spec import Declared
from n2n.paper.results import RESULTS, SELECTION, SHIPPED, load_record, seeds_for

FILE = "cells.jsonl"


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
    def key(self) -> tuple[str, str, str, Declared]:
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
    """All finished cells in the order in which they were made; of equal ones the last.

    The records of single datasets (`cora.json`) count as well.
    """
    found = {}
    if folder == RESULTS != SHIPPED:
        found = {cell.key: cell for cell in stored(SHIPPED)}
    for path in sorted(folder.glob("*.json")):
        for cell in _of_record(load_record(path.stem, folder)):
            found[cell.key] = cell
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


def _of_record(record: dict) -> list[Cell]:
    """The cells of a record of one dataset."""
    cells = []
    for row, entry in record["rows"].items():
        try:
            settings = settings_from(entry["settings"])
        except ValueError:  # settings that no longer exist
            continue
        for run in entry["runs"]:
            seeded = seeds_for(settings, record["dataset"], run["seed"])
            cells.append(
                Cell(
                    "accuracy",
                    row,
                    record["dataset"],
                    seeded.to_dict(),
                    {name: value for name, value in run.items() if name != "seed"},
                    run["epochs"] * run["ms_per_epoch"] / 1e3,
                    entry["environment"],
                    record.get("machine", {}),
                    record.get("command", ""),
                    record["selection"],
                )
            )
    return cells
