"""Text with one node and its neighbours per line: Cytoscape's SIF, adjacency lists, METIS.

SIF:        anna knows ben cleo        a relation stands between a node and its neighbours
adjacency:  anna ben cleo
METIS:      3 2                        numbers of nodes and edges, then the neighbours of node 1, 2, …
            2 3
            1
            1
"""

import re
from collections.abc import Iterable

import numpy as np

from n2n.io.readers.errors import ReadError, quoted
from n2n.io.readers.formats.found import Edges, Found, lines_of
from n2n.io.readers.limits import Limits
from n2n.io.readers.sources import Given


def read_sif(file: Given, limits: Limits) -> Found:
    """Cytoscape's simple interaction format; tabs separate if there are any, else white space."""
    limits.check_slow(len(file.data), file.name)
    edges = Edges(file, limits)
    tabs = b"\t" in file.data
    for number, line in lines_of(file, ("#",)):
        words = [word.strip() for word in line.split("\t")] if tabs else line.split()
        words = [word for word in words if word]
        if len(words) == 2:
            raise ReadError(file.name, f"{quoted(words[0])} has a relation but no node after it.", number)
        if words:
            edges.add(words[0], words[2:])
    return edges.found_in_order()


def read_adjacency_list(file: Given, limits: Limits) -> Found:
    """A node and its neighbours per line, as networkx writes it; commas may separate them."""
    limits.check_slow(len(file.data), file.name)
    edges = Edges(file, limits)
    rows = adjacency_rows(line for _, line in lines_of(file, ("#", "%")))
    if any(word.startswith("{") for row in rows for word in row):
        reason = "it has a line for each neighbour, with data: write it with networkx.write_edgelist."
        raise ReadError(file.name, reason)
    for row in rows:
        edges.add(row[0], row[1:])
    return edges.found_in_order()


def adjacency_rows(lines: Iterable[str]) -> list[list[str]]:
    """A node and its neighbours per row, without separators and comments.

    >>> adjacency_rows(["a: b c", "", "b, c # two"])
    [['a', 'b', 'c'], ['b', 'c']]
    """
    rows = [re.sub(r"[,;]|:(?=\s)", " ", line.partition("#")[0]).split() for line in lines]
    return [row for row in rows if row]


def read_metis(file: Given, limits: Limits) -> Found:
    """METIS: nodes are numbered from 1, weights are skipped, a blank line is a node without neighbours."""
    limits.check_slow(len(file.data), file.name)
    lines = lines_of(file, ("%",))
    number, head = next(((number, line.split()) for number, line in lines if line.strip()), (1, []))
    facts = _numbers(head, file, number)
    if not 2 <= len(facts) <= 4:
        raise ReadError(file.name, "its first line does not give the numbers of nodes and edges.", number)
    nodes, expected = facts[:2]
    limits.check("nodes", nodes, file.name, number)
    limits.check("edges", expected, file.name, number)
    form = f"{facts[2] if len(facts) > 2 else 0:03d}"
    if not re.fullmatch("[01]{3}", form):
        raise ReadError(file.name, f"its format is {quoted(form)}: expected three digits, 0 or 1.", number)
    weights = (facts[3] if len(facts) > 3 else 1) if form[1] == "1" else 0
    skip, step = int(form[0]) + weights, 2 if form[2] == "1" else 1
    edges = Edges(file, limits)
    node = 0
    for number, line in lines:
        if node == nodes:
            if line.strip():
                raise ReadError(file.name, f"it has more lines than its {nodes:,} nodes.", number)
            continue
        node += 1
        neighbours = _numbers(line.split(), file, number)[skip::step]
        wrong = next((other for other in neighbours if not 1 <= other <= nodes), None)
        if wrong is not None:
            raise ReadError(file.name, f"node {wrong:,} does not exist: there are {nodes:,}.", number)
        edges.source += [node] * len(neighbours)
        edges.target += neighbours
        limits.check("edges", len(edges.source) // 2, file.name)
    if node < nodes:
        raise ReadError(file.name, f"it has lines for {node:,} nodes, but its first line says {nodes:,}.")
    if len(edges.source) != 2 * expected:
        reason = (
            f"it lists {len(edges.source):,} neighbours: expected two for each of its {expected:,} edges."
        )
        raise ReadError(file.name, reason)
    source, target = (np.array(ends, np.int64) for ends in (edges.source, edges.target))
    return Found(np.arange(1, nodes + 1), source, target)


def is_symmetric(found: Found) -> bool:
    """Whether every edge is there in both directions, and none connects a node to itself."""
    source, target = np.asarray(found.source), np.asarray(found.target)
    if not len(source) or (source == target).any():
        return False
    size = np.int64(len(found.ids) + 1)
    return bool((np.sort(source * size + target) == np.sort(target * size + source)).all())


def _numbers(words: list[str], file: Given, line: int) -> list[int]:
    try:
        return [int(word) for word in words]
    except ValueError:
        wrong = next(word for word in words if not re.fullmatch(r"[-+]?\d{1,4000}", word))
        raise ReadError(file.name, f"{quoted(wrong)} is not a whole number.", line) from None
