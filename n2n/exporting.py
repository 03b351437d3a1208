"""Results for other programs: the public face of `n2n.io.writers`."""

from n2n.io.readers.embeddings import read_embeddings
from n2n.io.writers.embeddings import export_embeddings
from n2n.io.writers.graphs import export_graph
from n2n.io.writers.report import html_report

__all__ = ["export_embeddings", "export_graph", "html_report", "read_embeddings"]
