"""The graph that a command works on: a dataset by its key, a file of one's own, or a folder of arrays."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from n2n.graph.features import KINDS

if TYPE_CHECKING:
    from n2n.graph import Graph
    from n2n.graph.info import DatasetInfo, Progress
    from n2n.io.columns import Columns
    from n2n.io.read import Preview

MADE_FEATURES = "spectral"
"""How features are made for a graph that has none where training needs them."""


def graph_options(command: Callable) -> Callable:
    """The graph, as `dataset`, and options for one that comes from a file: the arguments of `load_graph`."""
    for decorate in (
        click.option("--features", type=click.Choice(KINDS), help="Computed for a graph that has none."),
        click.option("--label", metavar="COLUMN", help="Column or attribute of a file with the classes."),
        click.option(
            "--nodes",
            multiple=True,
            metavar="FILE",
            help="A table of nodes for an edge list; may be repeated.",
        ),
        click.argument("dataset"),
    ):
        command = decorate(command)
    return command


def load_graph(
    name: str,
    *,
    nodes: Sequence[str] = (),
    label: str | None = None,
    features: str | None = None,
    progress: "Progress | None" = None,
) -> "Graph":
    """The graph of a dataset, a file or a folder.

    What a file was taken for, and what is suspicious about it, goes to stderr.

    Args:
        nodes, label: for a file: tables of nodes that go with it, and the column with the classes.
        features: how to make features; a graph that has some is refused, unless combined.
    """
    found = find_graph(name)
    is_file = isinstance(found, Path) and found.is_file()
    graph = _read([found, *nodes], label) if is_file else _load(found, nodes, label, progress)
    if features is None:
        return graph
    if graph.num_features and features != "combined":
        raise ValueError(f"{graph.name} has features already ({graph.num_features:,}): leave out --features.")
    from n2n.graph.features import with_features

    return with_features(graph, features)


def find_graph(name: str) -> "DatasetInfo | Path":
    """The entry of a dataset or, if there is none of that name, the path of a file or a folder.

    >>> find_graph("Cora").key
    'cora'
    """
    from n2n.graph.catalogue import catalogue, find

    try:
        return find(name)
    except ValueError:
        path = Path(name)
        if path.exists():
            return path
    keys = ", ".join(catalogue())
    if path.suffix or len(path.parts) > 1:
        raise ValueError(f"There is no file {name!r}: check its path, or use one of the datasets {keys}.")
    raise ValueError(
        f"There is no dataset {name!r}: use one of {keys}, or the path of a file such as edges.csv."
    )


def _load(
    found: "DatasetInfo | Path", nodes: Sequence[str], label: str | None, progress: "Progress | None"
) -> "Graph":
    """The graph of a dataset or a folder, which know their labels."""
    import n2n

    for option, given in (("nodes", nodes), ("label", label)):
        if given:
            raise ValueError(f"--{option} is for a graph that comes from a file: leave it out here.")
    if not isinstance(found, Path):
        return n2n.load(found.key, progress=progress)
    return n2n.open_graph(found)


def _read(files: list, label: str | None) -> "Graph":
    """The graph in files; at the command line, limits are those of the environment."""
    from n2n.io.limits import Limits
    from n2n.io.read import preview, title_of
    from n2n.io.report import read_with_report

    limits = Limits.from_environment()
    looks = preview(files, limits)
    columns = {} if label is None else _labelled(looks, label)
    reading = read_with_report(looks, columns=columns, limits=limits, default_name=title_of(files[0].name))
    for line in (*reading.report.notes, *(f"Warning: {words}" for words in reading.report.suspicions)):
        print(line, file=sys.stderr)
    return reading.graph


def _labelled(looks: "list[Preview]", label: str) -> "dict[str, Columns]":
    """The columns of the file that has the column, with that one as the label."""
    described = [look for look in looks if look.columns.kind == "nodes"]
    for look in described:
        if label in look.names() and look.names().index(label) != look.columns.id:
            return {look.name: look.labelled(label).columns}
    known = [name for look in described for name in look.names()]
    if not known:
        raise ValueError(f"--label is {label!r}, but no file describes nodes: add a table with --nodes.")
    many = ", …" if len(known) > 20 else ""
    raise ValueError(f"There is no column {label!r} of nodes: use one of {', '.join(known[:20])}{many}.")
