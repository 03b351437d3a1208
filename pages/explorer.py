"""The script of the app, which app.py serves: navigation, the sidebar, and the page.

It is among the pages, because Streamlit takes a folder called `pages` beside its script for pages without
navigation.
"""

import streamlit as st

from n2n.files.assets import ASSETS
from pages.session import runs
from pages.ui import controls, figures, frame, presentation, run_view

SECTIONS = {
    "": (("start.py", "Start", ":material/home:"), ("learn.py", "Learn", ":material/school:")),
    "Explore": (
        ("graph.py", "Graph", ":material/hub:"),
        ("taps.py", "TAPS, step by step", ":material/steps:"),
        ("subgraphs.py", "Subgraphs", ":material/bubble_chart:"),
        ("smoothness.py", "Label smoothness", ":material/bar_chart:"),
        ("what_if.py", "What if", ":material/alt_route:"),
    ),
    "Train": (
        ("train.py", "Train", ":material/model_training:"),
        ("embeddings.py", "Embeddings", ":material/scatter_plot:"),
        ("compare.py", "Compare", ":material/compare_arrows:"),
    ),
    "Evidence": (
        ("reproduction.py", "Reproduction", ":material/fact_check:"),
        ("wrong_edges.py", "Wrong edges", ":material/link_off:"),
    ),
    "Your data": (
        ("your_data.py", "Your data", ":material/upload_file:"),
        ("export.py", "Export", ":material/download:"),
    ),
}

presentation.arrive()
page = st.navigation(
    {
        section: [
            st.Page(file, title=title, icon=icon, default=file == "start.py") for file, title, icon in pages
        ]
        for section, pages in SECTIONS.items()
    },
    position="hidden" if presentation.is_on() else "top",
)
# A picture of its own: the browser would fetch a named icon from another machine.
st.set_page_config(
    page_title=f"{page.title} · N2N Explorer",
    page_icon=ASSETS / "icon.png",
    layout="wide",
    initial_sidebar_state="collapsed" if presentation.is_on() else "auto",
)
frame.style()
with presentation.controls():
    dataset = controls.dataset()
    lost = runs.arrive()
    runs.follow(dataset)
    run_view.chip()
    controls.choice(
        "Image format",
        figures.PICTURES,
        "pictures",
        help="What a figure or a map saves as a picture: PNG for slides, SVG for print.",
    )
    presentation.switch()
if page.url_path != "learn":  # a lesson listens to more keys itself
    presentation.listen()
with st.container(key="page"):
    controls.warn_of_dead_link()
    if lost:
        st.warning("The link names a run that is no longer here: train it again, or load its file.")
    run_view.banner()
    page.run()
controls.forget_clicks()
