"""The splits of geom-gcn: files such as `texas_split_0.6_0.2_0.npz` beside the pair of text files."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from n2n.graph.checks import as_split
from n2n.graph.splits import Split
from n2n.io.readers.array_names import splits_of
from n2n.io.readers.arrays import read_npz
from n2n.io.readers.errors import ReadError, quoted, shown
from n2n.io.readers.formats.clues import first_line, kind_of_header
from n2n.io.readers.frames import Frame
from n2n.io.readers.limits import Limits
from n2n.io.readers.sources import Given

_SPLIT = re.compile(r"_split_.*\.npz$", re.IGNORECASE)


def without_splits(files: Sequence[Given]) -> tuple[list[Given], list[Given]]:
    """The files, and apart from them the splits that belong to a dataset of geom-gcn."""
    if not any(_lists_nodes(file) for file in files):
        return list(files), []
    splits = [file for file in files if _SPLIT.search(file.name)]
    return [file for file in files if not _SPLIT.search(file.name)], sorted(splits, key=_place)


def with_splits(nodes: Frame, files: Sequence[Given], limits: Limits) -> Frame:
    """The nodes of the dataset with its splits; the masks are in the order of the node ids."""
    order = _order(nodes, files[0])
    found: list[Split] = []
    for file in files:
        arrays = read_npz(file, limits)
        splits = splits_of(arrays, len(order))
        if not splits:
            reason = "it needs train_mask, val_mask and test_mask with one value for each of the"
            raise ReadError(file.name, f"{reason} {len(order):,} nodes in {nodes.file.name}.")
        for split in splits:
            placed = Split(order[split.train], order[split.val], order[split.test])
            try:
                as_split(placed, len(order))
            except ValueError:
                reason = "its masks overlap: a node is in one of training, validation and test."
                raise ReadError(file.name, reason) from None
            found.append(placed)
    names = shown(", ".join(file.name for file in files), 200)
    note = f"Splits that come with the graph: {len(found)}, from {names}."
    if len(found) > 1:
        note += f" The seed of the split chooses one, from 0 to {len(found) - 1}."
    notes = (*nodes.file.notes, *(note for file in files for note in file.notes), note)
    return replace(nodes, file=nodes.file._replace(notes=notes), splits=tuple(found))


def _lists_nodes(file: Given) -> bool:
    first = first_line(file.data[:4096].removeprefix(b"\xef\xbb\xbf"), (b"#", b"%"))
    return kind_of_header(first.lower()) == "geom-gcn"


def _place(file: Given) -> list:
    """The numbers in the name of a split, so that the tenth comes after the second."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d{1,15})", file.name)]


def _order(nodes: Frame, file: Given) -> np.ndarray:
    """The row of each node id 0, 1, …"""
    ids = nodes.column(0, "text").to_pylist()
    rows = {id: row for row, id in enumerate(ids)}
    order = [rows.get(str(number), -1) for number in range(len(ids))]
    if -1 in order:
        missing = quoted(str(order.index(-1)))
        raise ReadError(file.name, f"masks count nodes from 0, but {nodes.file.name} has no node {missing}.")
    return np.array(order, np.int64)
