"""Opening a page of the app as a visitor with a link would, and waiting for what workers do for it."""

import re
import time
from collections.abc import Callable
from pathlib import Path

from streamlit.testing.v1 import AppTest

import n2n
from n2n.files.assets import home_folder
from n2n.training.run import Run
from pages.session import own_graphs

APP = Path(__file__).parents[2] / "pages" / "explorer.py"
PATIENCE = 120
"""Seconds that a test of the pages waits for anything: reached only where it never comes."""
ME = {"visitor": "me"}
"""The session of a visitor who comes back."""


def open_page(page: str, state: dict | None = None, **address) -> AppTest:
    """The page with these values in its address, after its first run; an exception fails the test.

    Args:
        state: what the visitor's session holds already.
    """
    app = AppTest.from_file(str(APP), default_timeout=PATIENCE)
    if str(address.get("dataset", "")).startswith(own_graphs.PREFIX):
        state = ME | (state or {})
    for key, value in (state or {}).items():
        app.session_state[key] = value
    for key, value in address.items():
        app.query_params[key] = value if isinstance(value, list) else str(value)
    if page != "start":
        app.switch_page(f"{page}.py")
    return sound(app.run())


def own_graph(graph: n2n.Graph, **about) -> str:
    """Keep a graph for the visitor `ME`; its key."""
    key = own_graphs.key_of(graph)
    folder = home_folder() / "graphs" / ME["visitor"] / key[-60:]
    own_graphs.save(graph, folder, key=key, **({"files": ("a.csv",)} | about))
    return key


def held(app: AppTest) -> dict[str, own_graphs.OwnGraph]:
    """The own graphs of the visitor of a page, by key."""
    folder = home_folder() / "graphs" / app.session_state["visitor"]
    found = [own_graphs.OwnGraph.open(path.parent) for path in folder.glob("*/own.json")]
    return {own.info.key: own for own in found}


def kept_run(run: Run, state: str = "", id: str = "a-run", **facts) -> str:
    """Keep a run for the visitor `ME`; its id."""
    facts = {"owner": ME["visitor"], "dataset": "karate", "name": run.name} | facts
    run.save_folder(home_folder() / "runs" / id, state, id=id, **facts)
    return id


def sound(app: AppTest) -> AppTest:
    """The page, which has not failed."""
    assert not app.exception, app.exception
    return app


def texts(app: AppTest) -> str:
    """All text of the page, captions last."""
    return " ".join(element.value for element in [*app.markdown, *app.caption])


def said(app: AppTest) -> str:
    """What the page says beside its text: captions, notes and problems."""
    kinds = (app.caption, app.info, app.warning, app.error, app.success)
    shown = " ".join(element.value for kind in kinds for element in kind)
    return re.sub(r"\\(.)", r"\1", shown)


def maps(app: AppTest) -> list:
    """The maps of the page."""
    return [part for part in app.get("bidi_component") if part.proto.component_name == "graph_map"]


def values(app: AppTest) -> dict[str, str]:
    """The named numbers of the page."""
    return {metric.label: metric.value for metric in app.metric}


def button(app: AppTest, label: str):
    """The button of that label."""
    return next(one for one in app.button if one.label == label)


def press(app: AppTest, label: str) -> AppTest:
    """The page after a click."""
    return sound(button(app, label).click().run())


def until(app: AppTest, done: Callable[[AppTest], bool]) -> AppTest:
    """Run the page until something is so, as its own polling would."""
    end = time.monotonic() + PATIENCE
    while not done(app):
        assert time.monotonic() < end, "it did not come to that in time"
        time.sleep(0.1)
        sound(app.run())
    return app


def run_of(app: AppTest) -> Run:
    """The run in the address of the page."""
    [id] = app.query_params["run"] if isinstance(app.query_params["run"], list) else [app.query_params["run"]]
    return Run.open(home_folder() / "runs" / id)


def ended(app: AppTest) -> AppTest:
    """The page after its run has ended."""
    return until(app, lambda _: run_of(app).status.ended).run()
