"""Runs in a browser: started with what was typed, watched by others, continued after whatever died."""

import json
import os
import re
import signal

import pytest
from playwright.sync_api import expect

from n2n.training.run import Run
from tests.browser.server import Server, server, until
from tests.browser.visit import Visit

QUICK = {"train.epochs": 40, "train.width": 8, "train.snapshots": 3}
LONG = {"train.epochs": 100_000, "train.width": 8, "train.patience": 0, "train.evaluate_every": 1000}
VISITORS = 3
OF_LONG = re.compile(r"Epoch [\d,]+ of 100,000")


def start(visit: Visit, dataset: str = "karate", **settings) -> str:
    """Start a run on the page Train; its id."""
    visit.open("train", dataset=dataset, **settings)
    visit.press("Start")
    visit.page.wait_for_url("**run=**")
    return visit.query.partition("run=")[2]


def facts(app: Server, id: str) -> dict:
    """The status file of a run."""
    return json.loads((app.home / "runs" / id / "status.json").read_text())


def state(app: Server, id: str) -> str:
    """How a run is doing."""
    return Run.open(app.home / "runs" / id).status.state


def watches_only(visit: Visit) -> None:
    """Wait for the buttons, which a browser may load after the run: there is no Stop among them."""
    expect(visit.main.get_by_role("button", name="Start", exact=True)).to_be_enabled()
    expect(visit.main.get_by_role("button", name="Stop", exact=True)).to_have_count(0)


def test_what_is_typed_just_before_the_click_counts(visitor):
    visitor.open("train", dataset="karate", **QUICK)
    visitor.main.get_by_label("Epochs", exact=True).fill("7")
    visitor.press("Start")
    visitor.shows("Validation micro-F1 is best at epoch")
    visitor.shows(re.compile("7 epochs, "))
    visitor.drawn()
    expect(visitor.main.get_by_role("slider", name="Epoch")).to_be_visible()


def test_an_impossible_value_starts_nothing(visitor):
    visitor.open("train", dataset="karate", **QUICK)
    visitor.main.get_by_label("Epochs", exact=True).fill("-3")
    visitor.press("Start")
    visitor.shows("Epochs is -3")
    expect(visitor.main.get_by_role("button", name="Start", exact=True)).to_be_disabled()
    assert "run=" not in visitor.query


def test_another_tab_and_a_reload_are_the_same_visitor(visitor):
    id = start(visitor, **QUICK)
    visitor.shows("Validation micro-F1 is best at epoch")
    [cookie] = [one for one in visitor.context.cookies() if one["name"] == "n2n_visitor"]
    assert cookie["httpOnly"]
    assert "n2n_visitor" not in visitor.page.evaluate("document.cookie")
    tab = visitor.tab()
    for visit in (visitor, tab):
        visit.open("train", dataset="karate")
        expect(visit.main.get_by_role("checkbox", name="N2N-TAPS-1 (JL)")).to_be_attached()
        assert id not in visit.query
    assert not tab.problems


def test_others_watch_by_a_link_and_cannot_stop(visitor, stranger):
    start(visitor, **LONG)
    visitor.shows(OF_LONG)
    expect(visitor.sidebar.get_by_text(OF_LONG)).to_be_visible()
    visitor.drawn()
    epoch = "root => root.points.data.epochs[0]"
    root = visitor.page.locator(".points:has(canvas)")
    before = root.evaluate(epoch)
    visitor.page.wait_for_function(f"([root, before]) => ({epoch})(root) > before + 50",
                                   arg=[root.element_handle(), before])  # fmt: skip
    stranger.follow(visitor.page.url)
    stranger.shows(OF_LONG)
    watches_only(stranger)
    visitor.turn_to("Explore", "Graph")
    expect(visitor.sidebar.get_by_text(OF_LONG)).to_be_visible()
    visitor.sidebar.get_by_role("link", name="N2N-TAPS-1 (JL)").click()
    visitor.press("Stop")
    for visit in (visitor, stranger):
        visit.shows("Stopped on request")


def test_visitors_see_their_own_runs_only(browser, app):
    visits = [Visit(browser, app.address) for _ in range(VISITORS)]
    totals = [99_000 + place for place in range(VISITORS)]
    pairs = list(zip(visits, totals, strict=True))
    ids = [start(visit, **LONG | {"train.epochs": total}) for visit, total in pairs]
    for place, (visit, total) in enumerate(pairs):
        visit.open("train", dataset="karate")
        visit.shows(f"Epochs: {total}")
        expect(visit.main.get_by_role("checkbox")).to_have_count(1)
        visit.open("train", dataset="karate", run=ids[place - 1])
        visit.shows(re.compile(f"of {totals[place - 1]:,}|^Waiting, |^Starting"))
        watches_only(visit)
    for visit, id in reversed(list(zip(visits, ids, strict=True))):
        visit.open("train", dataset="karate", run=id)
        visit.press("Stop")
        visit.shows(re.compile("Stopped (on request|before it began)"))
        visit.close()


def test_a_killed_worker_ends_its_run_alone(visitor, app):
    first = start(visitor, **LONG)
    until(lambda: facts(app, first)["checkpoint"])
    second = start(visitor, **LONG | {"train.framework": "URL"})
    before = facts(app, first)
    os.kill(before["pid"], signal.SIGKILL)
    until(lambda: state(app, first) == "interrupted", seconds=5)
    until(lambda: state(app, second) == "running")
    visitor.shows(OF_LONG)
    visitor.shows(re.compile(r"Interrupted at epoch [\d,]+ of 100,000; its last checkpoint"))
    visitor.press("Stop")
    visitor.press("Resume")
    until(lambda: state(app, first) == "running")
    until(lambda: facts(app, first)["epoch"] > before["epoch"])
    visitor.open("train", dataset="karate", run=first)
    visitor.press("Stop")
    visitor.shows("Stopped on request")


@pytest.fixture
def alone(browser, tmp_path):
    """A visitor before, while and after there is a server, with a window of a phone."""
    visit = Visit(browser, "", width=390)
    yield visit
    visit.close()


def test_a_killed_server_loses_no_run(alone, tmp_path):
    app = Server(tmp_path / "home")
    alone.address = app.address
    done = start(alone, **QUICK)
    until(lambda: state(app, done) == "done")
    id = start(alone, **LONG)
    until(lambda: facts(app, id)["checkpoint"])
    waiting = start(alone, **LONG)
    alone.page.goto("about:blank")
    app.kill()
    alone.problems.clear()
    until(lambda: state(app, id) == "interrupted", seconds=15)
    with server(app.home, port=app.port) as app:
        assert [state(app, one) for one in (done, waiting)] == ["done", "interrupted"]
        alone.open("graph", dataset="karate")
        resume = alone.main.get_by_role("button", name="Resume")
        expect(resume).to_have_count(2)
        alone.open("train", dataset="karate")
        expect(alone.main.get_by_role("checkbox")).to_have_count(3)
        epochs = len(Run.open(app.home / "runs" / id).history)
        alone.open("train", dataset="karate", run=id)
        alone.main.get_by_role("button", name="Resume").last.click()
        until(lambda: state(app, id) == "running")
        until(lambda: len(Run.open(app.home / "runs" / id).history) > epochs)
        alone.press("Stop")
        alone.shows("Stopped on request")
        alone.leave()


def test_two_servers_share_a_folder(alone, tmp_path):
    with server(tmp_path / "home") as one, server(tmp_path / "home") as two:
        alone.address = one.address
        id = start(alone, **LONG)
        until(lambda: state(one, id) == "running")
        alone.page.goto("about:blank")  # the page of one server asks the other for nothing
        alone.address = two.address  # a cookie is of a host, whatever the port
        alone.open("train", dataset="karate", run=id)
        alone.shows(OF_LONG)
        assert not alone.main.get_by_role("button", name="Resume").count()
        other = start(alone, **QUICK)
        until(lambda: state(two, other) == "done")
        alone.open("train", dataset="karate", run=id)
        alone.press("Stop")
        alone.shows("Stopped on request")
        alone.leave()
