"""Figures, tables and networks on a page, each with its downloads."""

from collections.abc import Callable
from functools import partial

import plotly.graph_objects as go
import streamlit as st

from n2n.files.csv import Table, to_csv
from n2n.plots import theme
from pages.session.markdown import escape
from pages.ui import presentation
from pages.ui.frame import dark

PICTURES = ("PNG", "SVG")
BINARY = "application/octet-stream"
_BUTTONS = ["select2d", "lasso2d", "autoScale2d", "zoomIn2d", "zoomOut2d"]


def picture_format() -> str:
    """What the camera above a figure saves, as chosen in the sidebar."""
    return st.session_state.get("pictures", PICTURES[0]).lower()


def figure(
    fig: go.Figure,
    name: str,
    *,
    table: Table | Callable[[], Table] | None = None,
    height: int | None = None,
    alt: str,
    on_click: Callable[[list], None] | None = None,
    legend: bool = True,
) -> None:
    """A plotly figure with its downloads: a picture by the camera above it, an HTML page, the data as CSV.

    Args:
        name: file name of the downloads and key of the figure, unique on its page.
        table: the numbers behind it, or what makes them when they are asked for.
        alt: what the figure shows, for those who cannot see it.
        on_click: called with the customdata of the point that was clicked, before the page runs again.
        legend: False where the page has one for several figures; the downloaded file has it all the same.
    """
    theme.dress(fig, dark())
    if presentation.is_on():
        theme.enlarge(fig)
    if height:
        fig.update_layout(height=height)
    key = f"figure.{name}"
    config = {
        "displaylogo": False,
        "modeBarButtonsToRemove": _BUTTONS,
        "toImageButtonOptions": {"format": picture_format(), "filename": name, "scale": 2},
    }
    whole = fig
    if not legend:
        fig = go.Figure(fig).update_layout(showlegend=False)
    selects = (
        {} if on_click is None else {"selection_mode": "points", "on_select": lambda: _clicked(key, on_click)}
    )
    st.plotly_chart(fig, theme="streamlit", key=key, config=config, alt=alt, **selects)
    files = {"HTML": (f"{name}.html", lambda: whole.to_html(include_plotlyjs=True), "text/html")}
    if table is not None:
        files["CSV"] = (f"{name}.csv", _csv(table), "text/csv")
    downloads(name, files)


def _clicked(key: str, on_click: Callable[[list], None]) -> None:
    points = st.session_state[key].selection.points
    if points and points[0].get("customdata") is not None:
        on_click(points[0]["customdata"])


def downloads(name: str, files: dict[str, tuple], *, large: bool = False) -> None:
    """Small buttons at the right, or large ones at the left; a file is made when it is asked for.

    Streamlit makes it in a thread that knows nothing of the visitor: whatever a file is made of must be at
    hand when the button is drawn. Where the making fails, the page says why.
    """
    problems: dict[str, str] = st.session_state.setdefault(f"problems.{name}", {})
    with st.container(horizontal=True, horizontal_alignment="left" if large else "right", gap="small"):
        for kind, (file, data, mime) in files.items():
            st.download_button(
                kind,
                _reported(file, data, problems) if callable(data) else data,
                file_name=file,
                mime=mime,
                type="secondary" if large else "tertiary",
                icon=":material/download:",
                key=f"download.{name}.{kind}",
                on_click="ignore",
                help=f"Save as {escape(file)}",
            )
    for problem in problems.values():
        st.error(problem, icon=":material/error:")
    problems.clear()


def in_formats(stem: str, formats: dict[str, str], make: Callable[[str], bytes]) -> dict[str, tuple]:
    """The files of something that is stored in several formats, for `downloads`.

    Args:
        formats: name -> file extension.
        make: gives the bytes, from the name of a format.
    """
    return {form: (f"{stem}.{extension}", partial(make, form), BINARY) for form, extension in formats.items()}


def csv(name: str, file: str, table: Table | Callable[[], Table]) -> None:
    """A button that saves a table, or what makes it, as CSV."""
    downloads(name, {"CSV": (file, _csv(table), "text/csv")})


def _csv(table: Table | Callable[[], Table]) -> Callable[[], str] | bytes:
    """What a button saves.

    A table that is at hand becomes bytes: a file that is made on request is lost if the page runs meanwhile.
    """
    return (lambda: to_csv(table())) if callable(table) else to_csv(table).encode()


def _reported(
    file: str, make: Callable[[], bytes | str], problems: dict[str, str]
) -> Callable[[], bytes | str]:
    """Make a file; what goes wrong goes into `problems`, which the next run of the page shows."""

    def make_or_report() -> bytes | str:
        try:
            return make()
        except Exception as problem:
            problems[file] = escape(f"{file} could not be made: {problem}")
            raise

    return make_or_report
