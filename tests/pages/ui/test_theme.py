"""The watcher for light and dark: every run of a page tells it which theme was drawn."""

from pages.ui import theme


def test_the_watcher_knows_each_run_and_its_theme(monkeypatch):
    told = []
    monkeypatch.setattr(
        theme.st.components.v2, "component", lambda name, js: lambda **given: told.append(given)
    )
    for dark in (False, True):
        monkeypatch.setattr(theme, "dark", lambda dark=dark: dark)
        theme.watch()
    assert [given["data"]["dark"] for given in told] == [False, True]
    assert told[0]["data"]["run"] < told[1]["data"]["run"]
