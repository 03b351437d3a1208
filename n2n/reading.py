"""Graphs from files: the public face of `n2n.io`.

Whatever is wrong with a file becomes a `ReadError`, one sentence with file, line and reason. Nothing is
unpickled, no entity is expanded, nothing is written to disk, and `Limits` are checked while files are read.

    >>> from n2n.reading import read_with_report
    >>> reading = read_with_report(("edges.csv", b"0,1\\n1,2\\n2,2\\n"))
    >>> reading.report.nodes, reading.report.edges, reading.report.self_loops
    (3, 2, 1)
"""

from n2n.io.columns import Columns
from n2n.io.limits import Limits, ReadError
from n2n.io.read import Preview, preview, read_graph
from n2n.io.report import Reading, Report, read_with_report, report_of

__all__ = [
    "Columns",
    "Limits",
    "Preview",
    "ReadError",
    "Reading",
    "Report",
    "preview",
    "read_graph",
    "read_with_report",
    "report_of",
]
