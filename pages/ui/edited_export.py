"""The edited graph as files for other programs."""

from functools import partial

import streamlit as st

from n2n.io import write
from n2n.taps.edits import Edits
from pages.session import data
from pages.ui import edits, figures


def show(dataset: str, edited: Edits) -> None:
    """A download in each format; n2n reads every one of them again."""
    if not edited:
        return
    with st.expander("Download the edited graph", icon=":material/download:"):
        st.caption(
            "Upload the file on the page Your data to use the edited graph on all pages; npz and safetensors "
            "also contain the splits of the dataset."
        )
        graph, stem = edits.edited_graph(dataset, edited), f"{data.file_stem(dataset)}-edited"
        files = figures.in_formats(stem, write.FORMATS, partial(write.export_graph, graph))
        figures.downloads("edited graph", files, large=True)
