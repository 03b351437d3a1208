"""The tables of LINQS in which PubMed is published: words with their weights, and papers that cite others.

NODE    paper                                         DIRECTED   cites
cat=1,2,3:label   numeric:w-rat:0.0   …               NO_FEATURES
12187484   label=1   w-rat=0.09   …   summary=w-rat   33824   paper:19127292   |   paper:17363749
"""

import numpy as np
import scipy.sparse as sp

from n2n.io.readers.errors import ReadError, quoted
from n2n.io.readers.formats.found import Edges, lines_of
from n2n.io.readers.frames import Frame, frame_of
from n2n.io.readers.limits import Limits
from n2n.io.readers.sources import Given


def read_linqs_nodes(file: Given, limits: Limits) -> Frame:
    """One row per paper; the second line lists the words, of which a row has those that it contains."""
    rows = _rows(file, limits)
    _, head = next(rows, (2, []))
    words = [cell.split(":")[1] for cell in head if cell.startswith("numeric:")]
    place = {word: number for number, word in enumerate(words)}
    limits.check("features", len(place), file.name)
    ids, labels, row, column, value = [], [], [], [], []
    for line, cells in rows:
        pairs = {name: text for name, _, text in (cell.partition("=") for cell in cells[1:])}
        try:
            found = {place[word]: float(text) for word, text in pairs.items() if word in place}
        except ValueError:
            raise ReadError(file.name, "the weight of a word is not a number.", line) from None
        row += [len(ids)] * len(found)
        column += found
        value += found.values()
        ids.append(cells[0])
        labels.append(pairs.get("label", ""))
        limits.check("nodes", len(ids), file.name)
        limits.check("values", len(value), file.name)
    if not ids:
        raise ReadError(file.name, "there is a header but no row below it.")
    if not np.isfinite(value).all():
        raise ReadError(file.name, "the weight of a word is not a finite number.")
    shape = (len(ids), len(place))
    x = sp.coo_array((np.array(value, np.float32), (row, column)), shape=shape).tocsr() if words else None
    return frame_of(file, {"id": ids, "label": labels}, x=x)


def read_linqs_edges(file: Given, limits: Limits) -> Frame:
    """One row per citation, with its two ends written as `paper:19127292`."""
    edges = Edges(file, limits)
    for line, cells in _rows(file, limits):
        ends = [cell.partition(":")[2] for cell in cells if ":" in cell]
        if len(ends) == 2 and all(ends):
            edges.add(ends[0], ends[1:])
        elif cells != ["NO_FEATURES"]:
            raise ReadError(file.name, f"{quoted(' '.join(cells))} does not name two papers.", line)
    return frame_of(file, {"source": edges.source, "target": edges.target}, "edges")


def _rows(file: Given, limits: Limits):
    """The lines below the first one, split into cells."""
    limits.check_slow(len(file.data), file.name)
    lines = ((number, line.split("\t")) for number, line in lines_of(file) if line.strip())
    next(lines, None)
    return ((number, [cell.strip() for cell in cells]) for number, cells in lines)
