"""Tables of nodes: ids, names, classes and features, and the join of several tables."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from n2n.compute.csr import Matrix, compact
from n2n.graph.splits import Split
from n2n.io.ids import Line, chained, clean_ids, parse_canonical_integers, unescaped
from n2n.io.limits import Limits, ReadError, quoted
from n2n.io.tables import compute

if TYPE_CHECKING:
    import pyarrow as pa

_MISSING = ("-1", "na", "n/a", "#n/a", "#na", "<na>", "nan", "-nan", "null")
"""What programs write for a label that is missing, as in pandas; an empty one is missing as well."""


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
    line: Line = lambda row: None
    is_text: bool = False
    """Whether it was a table of text, in which formulas are escaped."""


def read_nodes(one: Any, limits: Limits) -> NodeTable:
    """What a table says about nodes, with its features.

    Args:
        one: a preview.
    """
    nodes = read_texts(one, limits)
    if one.columns.features:
        x = compact(np.concatenate(list(feature_blocks(one, limits)), dtype=np.float32))
        return replace(nodes, x=x)
    return nodes


def read_texts(one: Any, limits: Limits) -> NodeTable:
    """What a table says about nodes without its columns of numbers, in one pass."""
    table, columns = one.table, one.columns
    columns.check(one.names(), one.name, limits)
    if columns.features and columns.sparse is not None:
        raise ReadError(one.name, "it has features both as columns and as feature:value: use one of them.")
    limits.check("values", table.most_rows * len(columns.features), one.name)
    texts = [at for at in columns.used() if at not in columns.features]
    blocks = list(table.blocks(columns, dict.fromkeys(texts, "text"), limits, "nodes"))

    def column(at: int | None) -> Any:
        if at is None:
            return None
        found = chained(*[block.column(str(at)) for block in blocks])
        return unescaped(found) if one.is_text and at != columns.id else found

    sparse, x = column(columns.sparse), getattr(table, "x", None)
    nodes = NodeTable(
        one.name,
        clean_ids(column(columns.id), "id", one.name, one.line_of, limits),
        column(columns.name),
        column(columns.label),
        column(columns.class_name),
        x if sparse is None else _sparse_features(sparse, one.name, one.line_of, limits),
        getattr(table, "splits", ()),
        one.line_of,
        one.is_text,
    )
    check_unique(nodes)
    return nodes


def check_unique(nodes: NodeTable) -> None:
    """Raise ReadError if an id is in the table twice."""
    coded = nodes.ids.combine_chunks().dictionary_encode()
    if len(coded.dictionary) < len(coded):
        first = np.unique(coded.indices.to_numpy(zero_copy_only=False), return_index=True)[1]
        row = int(np.setdiff1d(np.arange(len(coded)), first)[0])
        raise ReadError(nodes.file, f"node {quoted(nodes.ids[row].as_py())} occurs twice.", nodes.line(row))


def feature_blocks(one: Any, limits: Limits) -> Iterator[np.ndarray]:
    """The columns of numbers as rows of features, all of them finite, many rows at a time."""
    names, start = one.names(), 0
    kinds = dict.fromkeys(one.columns.features, "number")
    for block in one.table.blocks(one.columns, kinds, limits, "nodes"):
        x = np.empty((block.num_rows, block.num_columns), np.float32)
        for at, column in zip(one.columns.features, block.columns, strict=True):
            numbers, row = _as_numbers(column)
            if numbers is None:
                reason = f"{quoted(column[row].as_py())} under {quoted(names[at])} is not a number."
                raise ReadError(one.name, reason, one.line_of(start + row))
            x[:, one.columns.features.index(at)] = numbers
        bad = np.flatnonzero(~np.isfinite(x).all(axis=1))
        if len(bad):
            at = one.columns.features[int(np.flatnonzero(~np.isfinite(x[bad[0]]))[0])]
            reason = f"feature {quoted(names[at])} is missing or not a finite number."
            raise ReadError(one.name, reason, one.line_of(start + int(bad[0])))
        start += len(x)
        yield x


def _as_numbers(column: Any) -> tuple[np.ndarray | None, int]:
    """A column as float32, NaN where it is empty; None, and the first row that is no number."""
    import pyarrow as pa  # here for the start-up time

    if pa.types.is_floating(column.type):
        return column.to_numpy(zero_copy_only=False), 0
    pc = compute()
    texts = pc.utf8_trim_whitespace(column)
    texts = pc.if_else(pc.equal(texts, ""), "nan", texts)
    texts = pc.replace_substring_regex(texts, r"^([-+]?\d+),(\d+)$", r"\1.\2")
    try:
        return pc.cast(texts, pa.float32()).to_numpy(zero_copy_only=False), 0
    except pa.ArrowInvalid:
        pass
    low, high = 0, len(texts)
    while high - low > 1:
        middle = (low + high) // 2
        try:
            texts.slice(low, middle - low).cast(pa.float32())
            low = middle
        except pa.ArrowInvalid:
            high = middle
    return None, low


def _sparse_features(column: "pa.ChunkedArray", file: str, line: Line, limits: Limits) -> sp.csr_array:
    """One row per node, from entries such as `3:1 17:0.5` or `red:1;round:2`, without a loop over rows.

    Features that are whole numbers keep their number, so that `3:1` fills the fourth column; names are
    numbered in the order in which they first appear.
    """
    pc = compute()
    limits.check("values", pc.sum(pc.count_substring(column, ":")).as_py() or 0, file)
    texts = pc.utf8_trim_whitespace(pc.replace_substring(column, ";", " "))
    parts = pc.utf8_split_whitespace(texts).combine_chunks()
    entries = pc.list_flatten(parts)
    owner = pc.list_parent_indices(parts).to_numpy(zero_copy_only=False)
    filled = pc.not_equal(entries, "")
    entries, owner = entries.filter(filled), owner[filled.to_numpy(zero_copy_only=False)]
    limits.check("values", len(entries), file)

    def check(wrong: Any, reason: str) -> None:
        if len(wrong):
            entry = quoted(entries[int(wrong[0])].as_py())
            raise ReadError(file, f"{entry} {reason}", line(int(owner[wrong[0]])))

    pairs = pc.split_pattern(entries, ":", max_splits=1, reverse=True)
    short = pc.list_value_length(pairs).to_numpy(zero_copy_only=False) != 2
    check(np.flatnonzero(short), "is not written as feature:value.")
    names, values = pc.list_element(pairs, 0), pc.list_element(pairs, 1)
    numbers, row = _as_numbers(values)
    if numbers is None:
        check([row], "has no number after the colon.")
        raise AssertionError
    check(
        np.flatnonzero(pc.equal(values, "").to_numpy(zero_copy_only=False)), "has no number after the colon."
    )
    check(np.flatnonzero(~np.isfinite(numbers)), "has a value that is not finite.")
    at = parse_canonical_integers(names)
    if at is None or at.min(initial=0) < 0:
        at = names.dictionary_encode().indices.to_numpy(zero_copy_only=False)
    width = int(at.max(initial=-1)) + 1
    limits.check("features", width, file)
    x = sp.coo_array((numbers, (owner, at)), shape=(len(column), width)).tocsr()
    x.sum_duplicates()
    return x


def show_names(
    nodes: NodeTable, ids: "pa.ChunkedArray", notes: list[str], limits: Limits
) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
    """What nodes are called, and their ids where these are not their names.

    A node is called by its name, with the id behind it where two have the same; else by its id.
    """
    known = (unescaped(ids) if nodes.is_text else ids).to_pylist()
    names = known
    if nodes.names is not None:
        given = [" ".join((name or "").split())[: limits.text] for name in nodes.names.to_pylist()]
        given += [""] * (len(known) - len(given))
        names = [name or id for name, id in zip(given, known, strict=True)]
        counts = Counter(names)
        if len(counts) < len(names):
            twice = sum(count for count in counts.values() if count > 1)
            notes.append(
                f"Nodes that share their name with another, and so have their id behind it: {twice:,}."
            )
            pairs = zip(names, known, strict=True)
            names = [f"{name} ({id})" if counts[name] > 1 else name for name, id in pairs]
        # A name may be the id of another node; then the ids alone tell the nodes apart.
        names = names if len(set(names)) == len(names) else known
    plain = all(name == str(at) for at, name in enumerate(names))
    return None if plain else tuple(names), None if names == known else tuple(known)


def classes_of(
    nodes: NodeTable, count: int, limits: Limits
) -> tuple[np.ndarray | None, tuple[str, ...] | None]:
    """The class of each of `count` nodes, and the names of the classes; None and None without labels."""
    import pyarrow as pa  # here for the start-up time

    if nodes.labels is None:
        return None, None
    pc = compute()
    words = pc.utf8_trim_whitespace(pc.replace_substring_regex(nodes.labels, r"[\x00-\x1f\x7f]+", " "))
    missing = pc.or_(pc.is_in(pc.utf8_lower(words), value_set=pa.array(_MISSING)), pc.equal(words, "None"))
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
    numbers, names = parse_canonical_integers(pa.array(distinct)), None
    if numbers is not None and numbers.min() >= 0 and numbers.max() < max(limits.classes, 1):
        classes = sorted(distinct, key=int)  # without the numbers that no node has: no class is empty
        if nodes.class_names is not None:
            pairs = dict(zip(words.to_pylist(), nodes.class_names.to_pylist(), strict=True))
            names = tuple(pairs[label].strip() or f"Class {label}" for label in classes)
    else:
        classes = sorted(distinct, key=_natural)
    y = np.full(count, -1, np.int64)
    y[: len(words)] = pc.fill_null(pc.index_in(words, value_set=pa.array(classes)), -1).to_numpy()
    plain = classes == [str(label) for label in range(len(classes))]
    return y, names or (None if plain else tuple(classes))


def _natural(word: str) -> list:
    """An order in which "part 2" comes before "part 10".

    >>> sorted(["b10", "b9", "a"], key=_natural)
    ['a', 'b9', 'b10']
    """
    parts = re.split(r"(\d{1,15})", word)
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


def joined(
    nodes: NodeTable, others: Sequence[NodeTable], notes: list[str], is_network: bool = False
) -> NodeTable:
    """One table of nodes from several: names, labels and features of the others in the rows of the first.

    Args:
        is_network: whether the first are the nodes of a file such as GraphML: a table may know them by their
            names, and its labels replace those of the file.
    """
    pc = compute()
    for other in others:
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
            left_out = f"Rows of {other.file} left out, since their nodes are not in {nodes.file}"
            notes.append(f"{left_out}: {unknown:,}.")
        changes: dict[str, Any] = {}
        if other.x is not None:
            if not known.all():
                missing = nodes.ids[int(np.flatnonzero(~known)[0])].as_py()
                reason = f"node {quoted(missing)} of {nodes.file} has no row in it."
                raise ReadError(other.file, reason)
            x: Matrix = other.x[row.to_numpy().astype(np.int64)]
            changes["x"] = x if nodes.x is None else sp.csr_array(sp.hstack([sp.csr_array(nodes.x), x]))
        for field in ("names", "labels", "class_names"):
            if (column := getattr(other, field)) is not None:
                changes[field] = pc.fill_null(column.combine_chunks().take(row), "")
        nodes = replace(nodes, **changes)
    return nodes
