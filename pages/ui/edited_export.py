"""The edited graph as files for other programs."""

from functools import partial

import streamlit as st

from n2n.io.writers import graphs
from n2n.sampling.edits import Edits
from pages.session import data, edits
from pages.ui import figures


def show(dataset: str, edited: Edits) -> None:
    """A download in each format; n2n reads every one of them again."""
    if not edited:
        return
    with st.expander("Download the edited graph", icon=":material/download:"):
        st.caption(
            "On the page Your data it becomes a graph of your own, for all pages; splits that come with the "
            "dataset go along in npz and safetensors."
        )
        graph, stem = edits.edited_graph(dataset, edited), f"{data.file_stem(dataset)}-edited"
        files = figures.in_formats(stem, graphs.FORMATS, partial(graphs.export_graph, graph))
        figures.downloads("edited graph", files, large=True)
