"""The lessons: every step draws on any graph, and what its texts say is what the library computes."""

import re

import numpy as np
import pytest

import n2n
from n2n.files.assets import home_folder
from n2n.taps.smoothness import label_smoothness
from n2n.training.run import Run
from pages.parts.scenes import SCENES
from pages.ui.lessons import LESSONS
from tests.pages.app import open_page, texts, until


def _words(app) -> str:
    """The page without the signs that keep names from being read as Markdown."""
    return re.sub(r"\\(.)", r"\1", texts(app))


def _step(lesson: str, scene: str) -> int:
    return [step.scene for step in LESSONS[lesson].steps].index(scene) + 1


def test_the_list_leads_to_every_lesson():
    app = open_page("learn", dataset="karate")
    shown = " ".join([texts(app), *(header.value for header in app.header)])
    for lesson in LESSONS.values():
        assert lesson.title in shown
        assert lesson.about in shown
        assert lesson.next in LESSONS
        assert len(lesson.steps) == 6


def test_every_scene_is_in_a_lesson():
    assert {step.scene for lesson in LESSONS.values() for step in lesson.steps} == set(SCENES)


@pytest.mark.parametrize("key", ["karate", "citeseer", "cora"])
@pytest.mark.parametrize("name", LESSONS)
def test_every_step_draws_on_any_graph(name, key):
    app = open_page("learn", dataset=key, lesson=name, step=1)
    for number in range(1, 8):
        assert str(app.query_params["step"]).strip("[]'") == str(number)
        words = texts(app)
        assert not app.exception
        assert not re.search(r"\{|\bnan\b", words), words
        widgets = [*app.slider, *app.button_group, *(one for one in app.button if one.key is None)]
        beside = [one for one in widgets if one.label not in ("Back", "Next", "Exit", "Present")]
        assert len(beside) <= 3  # two, and the picture format of all pages
        if number < 7:
            next(button for button in app.button if button.label == "Next").click().run()
    assert "Where to go" in texts(app)


def test_a_step_is_about_the_graph_that_is_chosen_while_presenting():
    app = open_page("learn", dataset="karate", lesson="choice", step=1, present=1)
    assert "Node 0 has 16 neighbours, 15 of them of its own class" in texts(app)
    app.selectbox(key="dataset").set_value("cora").run()
    cora = n2n.load("cora")
    node = int(np.flatnonzero(cora.degree > 1)[0])
    same = int((cora.y[cora.neighbours(node)] == cora.y[node]).sum())
    assert f"Node {node} has {cora.degree[node]} neighbours, {same} of them" in texts(app)
    assert app.query_params["step"] in ("1", ["1"])


@pytest.mark.parametrize("key", ["karate", "cora"])
def test_the_best_neighbour_and_how_often_it_is_right(key):
    graph = n2n.load(key)
    ranked = n2n.rank(graph)
    best = ranked.top(1).indices
    nodes = np.flatnonzero(graph.degree > 1)
    right = (graph.y[best[nodes]] == graph.y[nodes]).mean()
    words = _words(open_page("learn", dataset=key, lesson="choice", step=2))
    assert f"label of the node for {right:.0%}" in words
    common = len(set(graph.neighbours(nodes[0])) & set(graph.neighbours(best[nodes[0]])))
    words = _words(open_page("learn", dataset=key, lesson="choice", step=1))
    assert f"TAPS takes node {best[nodes[0]]}: the two have {common} neighbour" in words


def test_the_edge_of_strangers_shares_no_neighbour():
    graph = n2n.load("cora")
    ranked = n2n.rank(graph)
    alone = ranked.common == 0
    words = _words(open_page("learn", dataset="cora", lesson="choice", step=_step("choice", "strangers")))
    assert f"{ranked.dependency[alone].max():.3g} nats" in words
    assert f"{alone.mean():.0%} of the edges join two nodes without a common neighbour" in words


def test_label_smoothness_is_that_of_the_library():
    graph = n2n.load("cora")
    words = _words(open_page("learn", dataset="cora", lesson="random", step=_step("random", "smoothness")))
    for positives in (n2n.rank(graph).top(1), n2n.all_neighbours(graph)):
        assert f"{label_smoothness(graph, positives):.3f}" in words


def test_wrong_edges_among_the_positives():
    graph = n2n.load("cora")
    noisy = n2n.Edits(noise=100).apply(graph)
    nodes, chosen = n2n.rank(noisy).top(1).pairs()
    true = {(a, b) for a, b in zip(graph.sources.tolist(), graph.indices.tolist(), strict=True)}
    pairs = zip(nodes.tolist(), chosen.tolist(), strict=True)
    wrong = np.mean([pair not in true for pair in pairs])
    words = _words(open_page("learn", dataset="cora", lesson="wrong", step=_step("wrong", "wrong_positives")))
    assert f"At 100 % it is {wrong:.0%} for TAPS-1" in words


@pytest.mark.parametrize(("lesson", "step"), [("nosuch", 1), ("choice", 9), ("choice", "[x](http://a.b)")])
def test_a_link_to_no_step_says_so_and_shows_the_list(lesson, step):
    app = open_page("learn", lesson=lesson, step=step)
    assert "does not exist" in app.warning[0].value
    assert "[x](" not in app.warning[0].value
    assert len(app.header) == len(LESSONS)


def test_the_two_runs_of_theorem_1_are_shown_together():
    app = open_page("learn", dataset="karate", lesson="smoothing", step=_step("smoothing", "two_runs"))
    next(button for button in app.button if button.label == "Train both").click().run()
    ids = app.query_params["run"]
    assert len(ids) == 2
    folders = [home_folder() / "runs" / id for id in ids]
    until(app, lambda _: all(Run.open(folder).status.ended for folder in folders))
    found = [Run.open(folder) for folder in folders]
    # After a reload, too: their ids are in the address.
    app = open_page("learn", dataset="karate", lesson="smoothing", step=3, run=ids)
    words = texts(app)
    for run in found:
        bounds = [one.information for one in run.history if one.information is not None]
        assert f"from {bounds[0]:.3g} to {bounds[-1]:.3g}" in words
    assert {run.settings.similarity for run in found} == {"cosine", "dot"}
    assert {run.settings.framework for run in found} == {"URL"}


def test_a_graph_for_which_a_scene_has_nothing_to_show(add):
    edges, x = np.array(np.triu_indices(5, 1)), np.ones((5, 1), np.float32)
    complete = n2n.Graph.from_edges(edges, x=x, y=[0, 0, 1, 1, 1], class_names=("a", "b"), num_nodes=5)
    key = add(complete)
    app = open_page("learn", dataset=key, lesson="choice", step=_step("choice", "strangers"))
    assert "two nodes with a common neighbour" in app.info[0].value
    for page, address in (("start", {"wrong": "100"}), ("learn", {"lesson": "wrong", "step": 1})):
        open_page(page, dataset=key, **address)


def test_k_is_that_of_all_pages():
    app = open_page("subgraphs", dataset="karate")
    app.slider(key="k").set_value(3).run()
    app.query_params.update({"lesson": "choice", "step": str(_step("choice", "subgraphs"))})
    assert "With k = 3" in texts(app.switch_page("learn.py").run())
    assert app.switch_page("start.py").run().select_slider[0].value == "3"
