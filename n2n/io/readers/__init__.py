"""Your own graphs: files in, a `Graph` and a report on it out.

Whatever is wrong with a file becomes a `ReadError`, one sentence with file, line and reason. Nothing is
unpickled, no entity is expanded, nothing is written to disk, and `Limits` are checked before memory is used.

    >>> from n2n.io.readers import read_with_report
    >>> reading = read_with_report(("edges.csv", b"0,1\\n1,2\\n2,2\\n"))
    >>> reading.report.nodes, reading.report.edges, reading.report.self_loops
    (3, 2, 1)
"""

from n2n.io.readers.columns import Columns
from n2n.io.readers.errors import ReadError
from n2n.io.readers.limits import Limits
from n2n.io.readers.previews import Preview, preview
from n2n.io.readers.read import Reading, read_graph, read_with_report
from n2n.io.readers.report import Report, report_of

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
