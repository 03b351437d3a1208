"""Opening a page of the app as a visitor with a link would."""

import json
from pathlib import Path

from streamlit.testing.v1 import AppTest

APP = Path(__file__).parents[2] / "pages" / "explorer.py"
PATIENCE = 300
"""Seconds that a test of the pages waits for anything: reached only where it never comes."""


def open_page(page: str, state: dict | None = None, **address) -> AppTest:
    """The page with these values in its address, after its first run; an exception fails the test.

    Args:
        state: what the visitor's session holds already.
    """
    app = AppTest.from_file(str(APP), default_timeout=PATIENCE)
    for key, value in (state or {}).items():
        app.session_state[key] = value
    app.query_params.update({key: str(value) for key, value in address.items()})
    if page != "start":
        app.switch_page(f"{page}.py")
    app.run()
    assert not app.exception, app.exception
    return app


def texts(app: AppTest) -> str:
    """All text of the page, captions last."""
    return " ".join(element.value for element in [*app.markdown, *app.caption])


def maps(app: AppTest) -> list:
    """The maps of the page."""
    return [part for part in app.get("bidi_component") if part.proto.component_name == "graph_map"]


def followed(part) -> dict[str, str]:
    """Name -> HTML of what the browser goes on fetching, as the page or its sidebar first shows it."""
    found = [one.proto for one in part.get("bidi_component") if one.proto.component_name == "live_run"]
    sent = [json.loads(proto.json) for proto in found]
    return {one["part"]: one["html"] for one in sent}


def values(app: AppTest) -> dict[str, str]:
    """The named numbers of the page."""
    return {metric.label: metric.value for metric in app.metric}
