"""The formats that hold one table, of edges or of nodes, other than as plain text."""

from collections.abc import Sequence

from n2n.io.readers.errors import shown
from n2n.io.readers.formats.columnar import read_columnar
from n2n.io.readers.formats.layouts import KINDS, OGB, read_json_features, read_layout, read_ogb
from n2n.io.readers.frames import Frame
from n2n.io.readers.limits import Limits
from n2n.io.readers.sources import Given


def read_table(file: Given, kind: str, limits: Limits, alone: bool) -> Frame | None:
    """The table in a file; None if it is of another kind.

    Args:
        alone: whether no other file was given; beside others, a JSON file of this name may hold features.
    """
    if kind in ("parquet", "feather"):
        return read_columnar(file, limits)
    if kind in KINDS:
        return read_layout(file, kind, limits)
    if kind == "json" and not alone and "feature" in file.name.lower():
        return read_json_features(file, limits)
    return None


def without_ogb(files: Sequence[Given], limits: Limits) -> tuple[list[Given], Frame | None]:
    """Of the files of an OGB graph its edges, and a table of its nodes; all files and None for others."""
    by_name = {file.name: file for file in files}
    if not set(by_name) >= OGB:
        return list(files), None
    frame, used = read_ogb(by_name, limits)
    left = ", ".join(name for name in by_name if name not in used and name != "edge.csv")
    note = f"Files of the OGB layout that are not used: {shown(left, 200)}." if left else ""
    notes = [*(one for file in files for one in file.notes), *([note] if note else [])]
    doubts = [one for file in files for one in file.doubts]
    return [by_name["edge.csv"]._replace(notes=tuple(notes), doubts=tuple(doubts))], frame
