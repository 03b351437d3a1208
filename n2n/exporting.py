"""Results for other programs: the public face of the writers in `n2n.io`."""

from n2n.io.embeddings import export_embeddings, read_embeddings
from n2n.io.html import html_report
from n2n.io.write import export_graph

__all__ = ["export_embeddings", "export_graph", "html_report", "read_embeddings"]
