"""Ids become numbers, labels become classes, parts become a graph; all on whole columns."""

import re
from collections import Counter

import numpy as np

from n2n.graph import Graph
from n2n.io.readers.errors import ReadError, quoted
from n2n.io.readers.limits import Limits
from n2n.io.readers.parts import EdgePart, NodePart, check_once, compute, whole_numbers

_FEW = 0.05
"""Share of the edges that may be left out for want of a node with features; CiteSeer has such citations."""


MISSING = (
    "-1", "NA", "N/A", "n/a", "#N/A", "#NA", "<NA>", "NaN", "nan", "-NaN", "-nan", "NULL", "null", "None",
)  # fmt: skip
"""What programs write for a label that is missing, as in pandas; an empty one is missing as well."""


def assemble(
    edges: EdgePart, nodes: NodePart | None, name: str, provenance: str, limits: Limits
) -> tuple[Graph, list[str]]:
    """The graph of an edge list and, if there is one, a table of nodes; and notes on it."""
    import pyarrow as pa  # here for the start-up time

    notes: list[str] = []
    ends = pa.chunked_array(
        [*edges.source.chunks, *edges.target.chunks],
        type=edges.source.type if edges.source.chunks else pa.string(),
    )
    limits.check("edges", len(edges.source), edges.file)
    if not len(ends) and not (nodes and len(nodes.ids)):
        raise ReadError((nodes or edges).file, "there is a header but no row below it.")
    if nodes is None:
        number, names = _numbered(ends)
        ids = None
        count, x, y, class_names = int(number.max(initial=-1)) + 1, None, None, None
        limits.check("nodes", count, edges.file)
    else:
        number, ids = _placed(ends, edges, nodes, notes)
        names = _shown(nodes, ids, notes, limits)
        count = len(ids)
        limits.check("nodes", count, nodes.file)
        x = nodes.x
        y, class_names = _labels(nodes, count, limits)
        if ids == names:
            ids = None
        if names == tuple(map(str, range(count))):
            names = None
    try:
        graph = Graph.from_edges(
            number.reshape(2, -1),
            x=x,
            y=y,
            num_nodes=count,
            class_names=class_names,
            name=name,
            provenance=provenance,
            node_names=names,
            node_ids=ids,
        )
    except ValueError as error:
        raise ReadError(nodes.file if nodes else edges.file, str(error)) from None
    return graph, notes


def _numbered(ends) -> tuple[np.ndarray, tuple[str, ...] | None]:
    """Numbers 0..N−1 for ids: in ascending order if they are whole numbers, else as they first appear."""
    ids = whole_numbers(ends)
    if ids is None:
        coded = ends.combine_chunks().dictionary_encode()
        if hasattr(coded, "chunks"):
            coded = coded.unify_dictionaries().combine_chunks()
        return coded.indices.to_numpy(zero_copy_only=False).astype(np.int64), tuple(
            coded.dictionary.to_pylist()
        )
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
    if names[0] == 0 and names[-1] == len(names) - 1:
        return number, None
    return number, tuple(map(str, names.tolist()))


def _placed(ends, edges: EdgePart, nodes: NodePart, notes: list[str]) -> tuple[np.ndarray, tuple[str, ...]]:
    """The rows of the ids in the table of nodes; ids that it lacks become nodes if they need no features."""
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    check_once(nodes)
    ids = nodes.ids.combine_chunks()
    row = pc.index_in(ends, value_set=ids)
    if row.null_count:
        missing = np.flatnonzero(row.is_null().to_numpy())
        unknown = pc.unique(ends.filter(row.is_null()))
        if nodes.x is not None:
            lost = np.unique(missing % len(edges.source))
            if len(lost) > _FEW * len(edges.source):
                reason = f"node {quoted(ends[int(missing[0])].as_py())} is not in {nodes.file}."
                raise ReadError(edges.file, reason, edges.line(int(missing[0]) % len(edges.source)))
            what = f"one of their nodes is not in {nodes.file} and so has no features"
            notes.append(f"Edges left out, since {what}: {len(lost):,}.")
            kept = np.delete(pc.fill_null(row, -1).to_numpy().reshape(2, -1), lost, axis=1)
            return kept.astype(np.int64), tuple(ids.to_pylist())
        notes.append(f"Nodes that have edges but no row in {nodes.file}, and so no label: {len(unknown):,}.")
        ids = pa.concat_arrays([ids, unknown])
        row = pc.index_in(ends, value_set=ids)
    return row.to_numpy().astype(np.int64), tuple(ids.to_pylist())


def _shown(nodes: NodePart, ids: tuple[str, ...], notes: list[str], limits: Limits) -> tuple[str, ...]:
    """What each node is called: its name, with the id behind it where two have the same; else its id."""
    if nodes.names is None:
        return ids
    texts = compute().fill_null(nodes.names, "").to_pylist()
    given = [" ".join(name.split())[: limits.text] for name in texts]
    given += [""] * (len(ids) - len(given))
    names = [name or id for name, id in zip(given, ids, strict=True)]
    counts = Counter(names)
    if len(counts) < len(names):
        twice = sum(count for count in counts.values() if count > 1)
        notes.append(f"Nodes that share their name with another, and so have their id behind it: {twice:,}.")
        names = [f"{name} ({id})" if counts[name] > 1 else name for name, id in zip(names, ids, strict=True)]
    # A name may be the id of another node; then the ids alone tell the nodes apart.
    return tuple(names) if len(set(names)) == len(names) else ids


def _labels(nodes: NodePart, count: int, limits: Limits) -> tuple[np.ndarray | None, tuple[str, ...] | None]:
    """The class of each node, and the names of the classes."""
    import pyarrow as pa  # here for the start-up time

    pc = compute()
    if nodes.labels is None:
        return None, None
    words = pc.utf8_trim_whitespace(pc.replace_substring_regex(nodes.labels, r"[\x00-\x1f\x7f]+", " "))
    words = pc.if_else(pc.is_in(words, value_set=pa.array(MISSING)), "", words)
    if pc.all(pc.match_substring_regex(words, r"^(-?\d+\.0+)?$")).as_py():
        words = pc.replace_substring_regex(words, r"\.0+$", "")  # whole numbers, written as others are
    distinct = [word for word in pc.unique(words).to_pylist() if word]
    limits.check("classes", len(distinct), nodes.file)
    too_long = next((word for word in distinct if len(word) > limits.text), None)
    if too_long:
        row = pc.index(words, too_long).as_py()
        raise ReadError(nodes.file, f"the label is longer than {limits.text:,} characters.", nodes.line(row))
    if not distinct:
        return None, None
    numbers = whole_numbers(pa.chunked_array([pa.array(distinct)]))
    if numbers is not None and numbers.min() >= 0 and numbers.max() < max(limits.classes, 1):
        classes = sorted(distinct, key=int)  # without the numbers that no node has: no class is empty
        names = _class_names(nodes, words, classes)
    else:
        classes, names = sorted(distinct, key=_natural), None
    place = pc.index_in(words, value_set=pa.array(classes))
    y = np.full(count, -1, np.int64)
    y[: len(words)] = pc.fill_null(place, -1).to_numpy()
    plain = classes == [str(label) for label in range(len(classes))]
    return y, names or (None if plain else tuple(classes))


def _class_names(nodes: NodePart, words, classes: list[str]) -> tuple[str, ...] | None:
    """The name of each of the class numbers, from a second column."""
    if nodes.class_names is None:
        return None
    names = {label: f"Class {label}" for label in classes}
    pairs = dict(zip(words.to_pylist(), nodes.class_names.to_pylist(), strict=True))
    for label, name in pairs.items():
        if label and name.strip():
            names[label] = name.strip()
    return tuple(names.values())


def _natural(word: str) -> list:
    """An order in which "part 2" comes before "part 10".

    >>> sorted(["b10", "b9", "a"], key=_natural)
    ['a', 'b9', 'b10']
    """
    return [
        (0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d{1,15})", word)
    ]
