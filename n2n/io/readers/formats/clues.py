"""What the lines of a text look like: an edge list, or something that an edge list is not by chance."""

import re

from n2n.io.readers.errors import ReadError
from n2n.io.readers.formats.lists import adjacency_rows, is_symmetric, read_metis
from n2n.io.readers.formats.matrices import is_text_matrix
from n2n.io.readers.limits import Limits
from n2n.io.readers.sources import Given
from n2n.io.readers.tables import Text, open_text

_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
# Relations that Cytoscape's own documentation uses.
_RELATIONS = {"pp", "pd", "pr", "rc", "cr", "gl", "pm", "mp", "interacts", "interacts with"}
# Headers of the files of geom-gcn, karateclub and LINQS.
_HEADERS = {
    b"node_id\tfeature\tlabel": "geom-gcn",
    b"node_id\tnode_id": "geom-gcn edges",
    b"node_id,feature_id,value": "entries",
    b"node_id,feature_id": "entries",
    b"target": "targets",
    b"node\tpaper": "linqs nodes",
    b"directed\tcites": "linqs edges",
}


def first_line(data: bytes, comments: tuple[bytes, ...]) -> bytes:
    """The first line that is neither blank nor a comment."""
    lines = (line.strip() for line in data.splitlines())
    return next((line for line in lines if line and not line.startswith(comments)), b"")


def is_json(start: bytes) -> bool:
    """Whether a text that begins with a brace is JSON and not, say, a table with odd names."""
    return bool(re.match(rb'\{\s*("|\})|\[\s*(\{|\[|\])', start))


def kind_of_header(first: bytes) -> str | None:
    """The kind of a file of which nothing but this header is known."""
    return _HEADERS.get(first)


def begins_with_numbers(first: bytes) -> bool:
    """Whether a line is two to four whole numbers."""
    return bool(re.fullmatch(rb"\d+(\s+\d+){1,3}", first))


def kind_of_lines(file: Given, limits: Limits) -> str | None:
    """ "metis", "mtx", "matrix", "sif" or "adjlist" where that is evident; None for what may be a table."""
    first = first_line(file.data[:4096], (b"%",))
    if begins_with_numbers(first):
        if _is_metis(first, file, limits):
            return "metis"
        if _are_sizes(first, file.data):
            return "mtx"
    try:
        text = open_text(file)
    except ReadError:
        return None  # the reader of tables will say why
    if is_text_matrix(text, limits):
        return "matrix"
    if is_sif(text):
        return "sif"
    return "adjlist" if _is_adjacency_list(text) else None


def _are_sizes(first: bytes, data: bytes) -> bool:
    """Whether a line gives the sizes of a square matrix and the number of the lines below it."""
    words = first.split()
    below = data[data.find(first) :].strip().count(b"\n")
    return len(words) == 3 and words[0] == words[1] and int(words[2]) == below


def _is_metis(first: bytes, file: Given, limits: Limits) -> bool:
    """Whether counts and lines agree, and every edge is there in both directions."""
    data, words = file.data, first.split()
    nodes, edges = int(words[0][:18]), int(words[1][:18])
    lines = data.count(b"\n") + (not data.endswith(b"\n"))
    # Comments and blank lines at the end make a few more.
    if not nodes <= lines - 1 <= nodes + 1000 or len(data) > limits.slow_bytes:
        return False
    try:
        found = read_metis(file, limits)
    except ReadError:
        return False
    return len(found.source) == 2 * edges and is_symmetric(found)


def is_sif(text: Text) -> bool:
    """Whether the second of at least three words is a relation: few, never a number, never a node."""
    if text.file.name.lower().endswith((".csv", ".tsv")) and "," in text.lines[0]:
        return False
    rows = [line.split("\t") if "\t" in line else line.split() for line in text.lines]
    rows = [[word.strip() for word in row if word.strip()] for row in rows]
    rows = [row for row in rows if len(row) != 1]
    if not rows or any(len(row) < 3 or "," in row[0] for row in rows):
        return False
    relations = {row[1] for row in rows}
    sources = {row[0] for row in rows}
    targets = {word for row in rows for word in row[2:]}
    nodes = sources | targets
    if any(_NUMBER.fullmatch(word) for word in relations) or relations & nodes:
        return False
    if relations <= _RELATIONS or (len({len(row) for row in rows}) > 1 and len(relations) < len(rows)):
        return True
    few = len(relations) <= max(1, len(rows) // 2) and 2 * len(relations) <= len(nodes)
    numbers = sum(bool(_NUMBER.fullmatch(word)) for word in targets)
    # Weights are numbers while nodes are words; then the third column is no node.
    return few and bool(sources & targets) and (not numbers or all(map(_NUMBER.fullmatch, sources)))


def _is_adjacency_list(text: Text) -> bool:
    """Whether lines have different numbers of words, separated by white space, that name the same nodes."""
    if any(sign in line for line in text.lines for sign in ',;|"'):
        return False
    rows = adjacency_rows(text.lines)
    widths = {len(row) for row in rows}
    firsts = [row[0] for row in rows]
    # In an edge list with a column that is not always there, nodes begin more than one line.
    if len(rows) < 3 or len(widths) < 2 or max(widths) < 3 or len(set(firsts)) < len(firsts):
        return False
    others = {word for row in rows for word in row[1:]}
    numbers = all(word.isdecimal() for row in rows for word in row)
    return numbers or 2 * len(others & set(firsts)) >= len(others)
