"""The script of the app, which app.py serves: navigation, the sidebar, and the page."""

import streamlit as st

from n2n.files.assets import ASSETS
from pages.session import answers, hardware, layouts
from pages.ui import ahead, chip, controls, figures, frame, guide, interrupted, launch, presentation, theme

answers.keep()
# A picture of its own: the browser would fetch a named icon from another machine.
st.set_page_config(page_title="N2N Explorer", page_icon=ASSETS / "icon.png", layout="wide")

PAGES = (
    ("pages/start.py", "Start", ":material/home:"),
    ("pages/graph.py", "Graph", ":material/hub:"),
    ("pages/taps.py", "TAPS, step by step", ":material/steps:"),
    ("pages/subgraphs.py", "Subgraphs", ":material/bubble_chart:"),
    ("pages/smoothness.py", "Label smoothness", ":material/bar_chart:"),
    ("pages/what_if.py", "What if", ":material/alt_route:"),
    ("pages/train.py", "Train", ":material/model_training:"),
    ("pages/embeddings.py", "Embeddings", ":material/scatter_plot:"),
    ("pages/compare.py", "Compare", ":material/compare_arrows:"),
    ("pages/wrong_edges.py", "Wrong edges", ":material/link_off:"),
    ("pages/cold_start.py", "Cold start", ":material/ac_unit:"),
    ("pages/reproduction.py", "Reproduction", ":material/fact_check:"),
    ("pages/your_data.py", "Your data", ":material/upload_file:"),
    ("pages/export.py", "Export", ":material/download:"),
)

page = st.navigation(
    [
        st.Page(file, title=title, icon=icon, default=not place)
        for place, (file, title, icon) in enumerate(PAGES)
    ],
    expanded=True,
)
layouts.arrive()
frame.style()
presentation.arrive()
with st.sidebar:
    chip.show(controls.dataset())
    controls.choice(
        "Image format",
        figures.PICTURES,
        "pictures",
        help="What a figure or a map saves as a picture: PNG for slides, SVG for print.",
    )
    presentation.switch()
    theme.watch()
    ahead.load()
guide.banner(page.url_path or "start")
presentation.show()
interrupted.banner()
with launch.by_app():
    page.run()
controls.forget_clicks()
layouts.warm_up()
hardware.settle_once(page.url_path)
