"""What files hold before it becomes a graph: edges between ids or rows, and nodes; and how it becomes one.

Ids become numbers and labels become classes on whole columns. `read_graph` and `convert` use the same
functions, so that both give the same order of nodes, the same classes and the same names.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix
from n2n.files.csv import ESCAPED
from n2n.graph import Graph
from n2n.graph.splits import Split
from n2n.io.limits import Limits, ReadError, quoted
from n2n.io.tables import compute

if TYPE_CHECKING:
    import pyarrow as pa

Line = Callable[[int], int | None]
"""The line of the file that a row is in."""
MOST_LOST = 0.05
"""Share of the edges that may be left out for want of a node with features; CiteSeer has such citations."""
MISSING = ("-1", "na", "n/a", "#n/a", "#na", "<na>", "nan", "-nan", "null")
"""What programs write for a label that is missing, as in pandas; an empty one is missing as well."""


def no_line(row: int) -> None:
    return None


@dataclass(frozen=True, eq=False)
class NodeTable:
    """Nodes by their ids, with what is known about them."""

    file: str
    ids: "pa.ChunkedArray"
    names: "pa.ChunkedArray | None" = None
    """What the nodes are called where they are shown; they are known by their ids elsewhere."""
    labels: "pa.ChunkedArray | None" = None
    class_names: "pa.ChunkedArray | None" = None
    x: Matrix = None
    splits: tuple[Split, ...] = ()
    line: Line = no_line
    is_text: bool = False
    """Whether it was a table of text, in which formulas are escaped."""


@dataclass(frozen=True, eq=False)
class Parsed:
    """Edges by the ids of their ends, or between the rows of the table of nodes."""

    file: str
    source: Any
    target: Any
    nodes: NodeTable | None = None
    line: Line = no_line

    @property
    def is_numbered(self) -> bool:
        """Whether edges are between rows and not between ids."""
        return isinstance(self.source, np.ndarray)


def assemble(parsed: Parsed, name: str, provenance: str, limits: Limits) -> tuple[Graph, list[str]]:
    """The graph, and notes on it."""
    nodes, notes = parsed.nodes, []
    limits.check("edges", len(parsed.source), parsed.file)
    if not len(parsed.source) and not (nodes and len(nodes.ids)):
        raise ReadError((nodes or parsed).file, "there is a header but no row below it.")
    if nodes is None:
        edges, names = number_alone(chained(parsed.source, parsed.target))
        ids, count = names, int(edges.max(initial=-1)) + 1
        limits.check("nodes", count, parsed.file)
        nodes = NodeTable(parsed.file, ids)
    else:
        edges, all_ids = _number_by_table(parsed, nodes, notes)
        count = len(all_ids)
        limits.check("nodes", count, nodes.file)
        names, ids = show_names(nodes, all_ids, notes, limits)
    y, class_names = (None, None) if nodes.labels is None else classes_of(nodes, count, limits)
    try:
        graph = Graph.from_edges(
            edges.reshape(2, -1),
            x=nodes.x,
            y=y,
            num_nodes=count,
            class_names=class_names,
            name=name,
            provenance=provenance,
            node_names=names,
            node_ids=None if parsed.nodes is None else ids,
            public=nodes.splits[0] if nodes.splits else None,
            further_splits=nodes.splits[1:],
        )
    except ValueError as error:
        raise ReadError(nodes.file, str(error)) from None
    return graph, notes


def chained(*columns: Any) -> "pa.ChunkedArray":
    """Columns or arrays of text below each other."""
    import pyarrow as pa  # here for the start-up time

    chunks = (getattr(column, "chunks", [column]) for column in columns)
    return pa.chunked_array([chunk for part in chunks for chunk in part], pa.string())


def number_alone(ends: "pa.ChunkedArray") -> tuple[np.ndarray, Sequence[str] | None]:
    """Numbers 0..N−1 for ids: in ascending order if they are whole numbers, else as they first appear.

    The names are None where they are the numbers.
    """
    ids = parse_canonical_integers(ends)
    if ids is None:
        coded: Any = ends.combine_chunks().dictionary_encode()
        if hasattr(coded, "chunks"):  # as many as needed for texts of more than 2 GB
            coded = coded.unify_dictionaries().combine_chunks()
        number = coded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
        return number, tuple(coded.dictionary.to_pylist())
    if not len(ids):
        return np.zeros(0, np.int64), None
    low, high = int(ids.min()), int(ids.max())
    if high - low < 4 * len(ids):  # a table of the whole range is much faster than sorting
        present = np.zeros(high - low + 1, bool)
        present[ids - low] = True
        names = np.flatnonzero(present) + low
        number = (np.cumsum(present) - 1)[ids - low]
    else:
        names, number = np.unique(ids, return_inverse=True)
    plain = names[0] == 0 and names[-1] == len(names) - 1
    return number, None if plain else tuple(map(str, names.tolist()))


def _number_by_table(parsed: Parsed, nodes: NodeTable, notes: list[str]) -> tuple[np.ndarray, list[str]]:
    """The rows of the ids in the table of nodes; ids that it lacks become nodes if they need no features."""
    check_unique(nodes)
    ids = nodes.ids.to_pylist()
    if parsed.is_numbered:
        return np.stack([parsed.source, parsed.target]), ids
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    ends = chained(parsed.source, parsed.target)
    row = pc.index_in(ends, value_set=nodes.ids.combine_chunks())
    if row.null_count:
        missing = np.flatnonzero(row.is_null().to_numpy())
        unknown = pc.unique(ends.filter(row.is_null()))
        if nodes.x is None and not nodes.splits:
            what = "and so no label"
            notes.append(f"Nodes that have edges but no row in {nodes.file}, {what}: {len(unknown):,}.")
            ids += unknown.to_pylist()
            known = chained(nodes.ids).combine_chunks()
            row = pc.index_in(ends, value_set=pa.concat_arrays([known, unknown]))
        else:
            lost = np.unique(missing % len(parsed.source))
            if len(lost) > MOST_LOST * len(parsed.source):
                reason = f"node {quoted(ends[int(missing[0])].as_py())} is not in {nodes.file}."
                raise ReadError(parsed.file, reason, parsed.line(int(missing[0]) % len(parsed.source)))
            what = f"one of their nodes is not in {nodes.file} and so has no features"
            notes.append(f"Edges left out, since {what}: {len(lost):,}.")
            return np.delete(pc.fill_null(row, -1).to_numpy().reshape(2, -1), lost, axis=1).astype(
                np.int64
            ), ids
    return row.to_numpy().astype(np.int64), ids


def check_unique(nodes: NodeTable) -> None:
    """Raise ReadError if an id is in the table twice."""
    coded = nodes.ids.combine_chunks().dictionary_encode()
    if len(coded.dictionary) < len(coded):
        first = np.unique(coded.indices.to_numpy(zero_copy_only=False), return_index=True)[1]
        row = int(np.setdiff1d(np.arange(len(coded)), first)[0])
        raise ReadError(nodes.file, f"node {quoted(nodes.ids[row].as_py())} occurs twice.", nodes.line(row))


def show_names(
    nodes: NodeTable, ids: list[str], notes: list[str], limits: Limits
) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
    """What nodes are called, and their ids where these are not their names.

    A node is called by its name, with the id behind it where two have the same; else by its id.
    """
    names = ids
    if nodes.names is not None:
        given = [" ".join((name or "").split())[: limits.text] for name in nodes.names.to_pylist()]
        given += [""] * (len(ids) - len(given))
        names = [name or id for name, id in zip(given, ids, strict=True)]
        counts = Counter(names)
        if len(counts) < len(names):
            twice = sum(count for count in counts.values() if count > 1)
            notes.append(
                f"Nodes that share their name with another, and so have their id behind it: {twice:,}."
            )
            names = [
                f"{name} ({id})" if counts[name] > 1 else name for name, id in zip(names, ids, strict=True)
            ]
        # A name may be the id of another node; then the ids alone tell the nodes apart.
        names = names if len(set(names)) == len(names) else ids
    plain = all(name == str(at) for at, name in enumerate(names))
    return None if plain else tuple(names), None if names == ids else tuple(ids)


def classes_of(
    nodes: NodeTable, count: int, limits: Limits
) -> tuple[np.ndarray | None, tuple[str, ...] | None]:
    """The class of each node, and the names of the classes; None and None without labels."""
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    words = pc.utf8_trim_whitespace(pc.replace_substring_regex(nodes.labels, r"[\x00-\x1f\x7f]+", " "))
    missing = pc.or_(pc.is_in(pc.utf8_lower(words), value_set=pa.array(MISSING)), pc.equal(words, "None"))
    words = pc.if_else(missing, "", words)
    if pc.all(pc.match_substring_regex(words, r"^(-?\d+\.0+)?$")).as_py():
        words = pc.replace_substring_regex(words, r"\.0+$", "")  # whole numbers, written as others are
    distinct = [word for word in pc.unique(words).to_pylist() if word]
    limits.check("classes", len(distinct), nodes.file)
    if too_long := next((word for word in distinct if len(word) > limits.text), None):
        row = pc.index(words, too_long).as_py()
        raise ReadError(nodes.file, f"the label is longer than {limits.text:,} characters.", nodes.line(row))
    if not distinct:
        return None, None
    numbers = parse_canonical_integers(pa.chunked_array([pa.array(distinct)]))
    names = None
    if numbers is not None and numbers.min() >= 0 and numbers.max() < max(limits.classes, 1):
        classes = sorted(distinct, key=int)  # without the numbers that no node has: no class is empty
        if nodes.class_names is not None:
            pairs = dict(zip(words.to_pylist(), nodes.class_names.to_pylist(), strict=True))
            names = tuple(pairs[label].strip() or f"Class {label}" for label in classes)
    else:
        classes = sorted(distinct, key=_natural)
    row = pc.index_in(words, value_set=pa.array(classes))
    y = np.full(count, -1, np.int64)
    y[: len(words)] = pc.fill_null(row, -1).to_numpy()
    plain = classes == [str(label) for label in range(len(classes))]
    return y, names or (None if plain else tuple(classes))


def _natural(word: str) -> list:
    """An order in which "part 2" comes before "part 10".

    >>> sorted(["b10", "b9", "a"], key=_natural)
    ['a', 'b9', 'b10']
    """
    return [
        (0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d{1,15})", word)
    ]


def joined(
    nodes: NodeTable, others: Sequence[NodeTable], notes: list[str], is_network: bool = False
) -> NodeTable:
    """One table of nodes from several: names, labels and features of the others in the rows of the first.

    Args:
        is_network: whether the first are the nodes of a file such as GraphML: a table may know them by their
            names, and its labels replace those of the file.
    """
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    for other in others:
        check_unique(other)
        row = pc.index_in(nodes.ids, value_set=other.ids.combine_chunks())
        if is_network:
            by_name = nodes.names is not None and row.null_count == len(row)
            if by_name:
                row = pc.index_in(nodes.names, value_set=other.ids.combine_chunks())
            by = "names" if by_name else "ids"
            notes.append(f"{other.file} was matched with the {by} of the nodes in {nodes.file}.")
        known = row.is_valid().to_numpy()
        if not known.any():
            first = quoted(other.ids[0].as_py()) if len(other.ids) else "none"
            raise ReadError(other.file, f"none of its ids ({first}, …) is a node of {nodes.file}.")
        if nodes.labels is not None and other.labels is not None and not is_network:
            reason = f"{nodes.file} and this table both have labels: ignore one of them."
            raise ReadError(other.file, reason)
        if unknown := len(other.ids) - int(known.sum()):
            notes.append(
                f"Rows of {other.file} left out, since their nodes are not in {nodes.file}: {unknown:,}."
            )
        changes: dict[str, Any] = {}
        if other.x is not None:
            if not known.all():
                missing = nodes.ids[int(np.flatnonzero(~known)[0])].as_py()
                reason = f"node {quoted(missing)} of {nodes.file} has no row in it."
                raise ReadError(other.file, reason)
            x: Matrix = other.x[row.to_numpy().astype(np.int64)]
            changes["x"] = x if nodes.x is None else sp.csr_array(sp.hstack([sp.csr_array(nodes.x), x]))
        for field in ("names", "labels", "class_names"):
            column = getattr(other, field)
            if column is not None:
                column = column.combine_chunks().take(pa.chunked_array(row.chunks).combine_chunks())
                changes[field] = pa.chunked_array([pc.fill_null(column, "")])
        nodes = replace(nodes, **changes)
    return nodes


def clean_ids(
    column: "pa.ChunkedArray", what: str, file: str, line: Line, limits: Limits
) -> "pa.ChunkedArray":
    """The ids of a column without surrounding spaces; an empty or overlong one is an error."""
    pc = compute()
    column = pc.utf8_trim_whitespace(column)
    lengths = pc.binary_length(column)
    if len(column) and pc.min(lengths).as_py() == 0:
        raise ReadError(file, f"the {what} is empty.", line(pc.index(lengths, 0).as_py()))
    longest = pc.max(lengths).as_py() or 0
    if longest > limits.text:
        row = pc.index(lengths, longest).as_py()
        raise ReadError(file, f"the {what} is longer than {limits.text:,} characters.", line(row))
    return column


def unescaped(*columns: "pa.ChunkedArray | None") -> list[Any]:
    """Texts without the apostrophe that `n2n.files.csv` puts in front of a formula.

    Where a file of another program has a text with and without it, both stay as they are.
    """
    pc = compute()
    given = [column for column in columns if column is not None]
    if not any(pc.any(pc.starts_with(column, "'")).as_py() for column in given):
        return list(columns)

    def strip(column: Any) -> Any:
        escaped = pc.match_substring_regex(column, f"^{ESCAPED}")
        return pc.if_else(escaped, pc.utf8_slice_codeunits(column, 1), column)

    texts = chained(*given)
    if len(pc.unique(strip(texts))) < len(pc.unique(texts)):
        return list(columns)
    return [None if column is None else strip(column) for column in columns]


def parse_canonical_integers(column: "pa.ChunkedArray") -> np.ndarray | None:
    """Ids as whole numbers, if every one of them is a number in its usual form; `007` is text.

    >>> import pyarrow as pa
    >>> parse_canonical_integers(pa.chunked_array([["-3", "12"]])).tolist()
    [-3, 12]
    """
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    try:
        numbers = pc.cast(column, pa.int64()).to_numpy()
    except pa.ArrowInvalid:
        return None
    # A number that is not written in its usual form has more characters.
    usual = np.searchsorted(10 ** np.arange(1, 19), np.abs(numbers), side="right") + 1 + (numbers < 0)
    characters = pc.sum(pc.binary_length(column)).as_py() or 0
    return numbers if characters == int(usual.sum()) else None
