"""A table of nodes beside a file that lists its nodes itself: the table adds to what the file knows."""

from dataclasses import replace

import numpy as np

from n2n.io.readers.errors import ReadError, quoted
from n2n.io.readers.parts import NodePart, check_once, compute


def joined(nodes: NodePart, table: NodePart) -> tuple[NodePart, list[str]]:
    """The nodes of a file with names, labels and features of a table, and notes on it.

    The table knows a node by its id or, if more of its rows fit then, by its name. What the table does not
    have is taken from the file.
    """
    check_once(table)
    pc = compute()
    row = pc.index_in(nodes.ids, value_set=table.ids.combine_chunks())
    by = "ids"
    if nodes.names is not None:
        by_name = pc.index_in(nodes.names, value_set=table.ids.combine_chunks())
        distinct = len(pc.unique(nodes.names)) == len(nodes.names)
        if distinct and by_name.null_count < row.null_count:
            row, by = by_name, "names"
    known = row.is_valid().to_numpy()
    if not known.any():
        first = quoted(table.ids[0].as_py()) if len(table.ids) else "none"
        raise ReadError(table.file, f"none of its ids ({first}, …) is a node of {nodes.file}.")
    if table.x is not None and not known.all():
        missing = nodes.ids[int(np.flatnonzero(~known)[0])].as_py()
        raise ReadError(table.file, f"node {quoted(missing)} of {nodes.file} has no row in it.")
    notes = [f"{table.file} was matched with the {by} of the nodes in {nodes.file}."]
    lacking, unknown = int((~known).sum()), len(table.ids) - int(known.sum())
    if lacking:
        notes.append(f"Nodes of {nodes.file} without a row in {table.file}: {lacking:,}.")
    if unknown:
        notes.append(f"Rows of {table.file} that match no node of {nodes.file} were left out: {unknown:,}.")

    def rows_of(column):
        return None if column is None else pc.fill_null(column.take(row), "")

    changes = {}
    if table.names is not None:
        changes["names"] = rows_of(table.names)
    if table.labels is not None:
        changes["labels"] = rows_of(table.labels)
        changes["class_names"] = rows_of(table.class_names)
    if table.x is not None:
        changes["x"] = table.x[row.to_numpy().astype(np.int64)]
    return replace(nodes, **changes), notes
