"""The pair of text files of geom-gcn, and its splits, such as `texas_split_0.6_0.2_0.npz`, beside them."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix, compact
from n2n.graph.splits import Split
from n2n.io.arrays import read_npz, splits_of_masks
from n2n.io.column_tables import ColumnTable
from n2n.io.limits import InputFile, Limits, ReadError, quoted, shown


def read_nodes(file: InputFile, splits: Sequence[InputFile], limits: Limits) -> ColumnTable:
    """`node_id feature label`: features are 0 and 1, or the positions of those that are 1 (as for film)."""
    limits.check_slow(len(file.data), file.name)
    ids: list[str] = []
    labels: list[str] = []
    rows: list[np.ndarray] = []
    total = 0
    lines = enumerate(file.data.decode("utf-8", "replace").removeprefix("\ufeff").splitlines(), 1)
    for number, line in lines:
        if not line.strip() or line.startswith("#") or line.lower().startswith("node_id\t"):
            continue
        cells = line.split("\t")
        if len(cells) != 3:
            raise ReadError(file.name, f"{len(cells)} columns instead of 3 (separator: tab).", number)
        try:
            rows.append(np.array([cell for cell in cells[1].split(",") if cell.strip()], np.float32))
        except ValueError:
            raise ReadError(file.name, f"{quoted(cells[1])} is not a list of numbers.", number) from None
        total += len(rows[-1])
        limits.check("values", total, file.name)
        ids.append(cells[0].strip())
        labels.append(cells[2].strip())
        limits.check("nodes", len(ids), file.name)
    found = _splits(ids, file.name, splits, limits)
    if found:
        note = f"Splits that come with the graph: {len(found)}"
        note += f", from {shown(', '.join(split.name for split in splits), 200)}."
        if len(found) > 1:
            note += f" The seed of the split chooses one, from 0 to {len(found) - 1}."
        file = replace(file, notes=(*file.notes, note))
    x = _features(rows, file, limits)
    return ColumnTable(file, {"node_id": ids, "label": labels}, x=x, splits=tuple(found))


def _features(rows: list[np.ndarray], file: InputFile, limits: Limits) -> Matrix:
    lengths = np.array([len(row) for row in rows], np.int64)
    values = np.concatenate(rows) if rows else np.zeros(0, np.float32)
    if not np.isfinite(values).all():
        raise ReadError(file.name, "a feature is not a finite number.")
    if len(rows) and (lengths == lengths[0]).all() and (lengths[0] > 1 or np.isin(values, (0, 1)).all()):
        limits.check("features", int(lengths[0]), file.name)
        return compact(values.reshape(len(rows), -1))
    columns = values.astype(np.int64)
    if (columns != values).any() or columns.min(initial=0) < 0:
        raise ReadError(file.name, "its features are neither rows of equal length nor positions of ones.")
    width = int(columns.max(initial=-1)) + 1
    limits.check("features", width, file.name)
    row = np.repeat(np.arange(len(rows)), lengths)
    x = sp.csr_array((np.ones(len(columns), np.float32), (row, columns)), shape=(len(rows), width))
    x.data[:] = 1  # a position that is listed twice is still one
    return x


def _splits(ids: list[str], nodes: str, files: Sequence[InputFile], limits: Limits) -> list[Split]:
    """The splits by the rows of the table; masks are in the order of the node ids."""
    rows = {id: row for row, id in enumerate(ids)}
    order = np.array([rows.get(str(number), -1) for number in range(len(ids))], np.int64)
    found: list[Split] = []
    # The tenth comes after the second.
    for file in sorted(files, key=lambda file: [int(part) for part in re.findall(r"\d{1,15}", file.name)]):
        if (order < 0).any():
            missing = quoted(str(int(np.argmin(order))))
            raise ReadError(file.name, f"masks count nodes from 0, but {nodes} has no node {missing}.")
        splits = splits_of_masks(read_npz(file, limits), len(order))
        if not splits:
            needed = "it needs train_mask, val_mask and test_mask with one value for each of the"
            raise ReadError(file.name, f"{needed} {len(order):,} nodes in {nodes}.")
        for split in splits:
            parts = [order[part] for part in (split.train, split.val, split.test)]
            if len(np.unique(np.concatenate(parts))) < sum(map(len, parts)):
                reason = "its masks overlap: a node must be in only one of training, validation and test."
                raise ReadError(file.name, reason)
            found.append(Split(*map(np.sort, parts)))
    return found
