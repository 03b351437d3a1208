"""The first page: the graph, its subgraphs, and a training to watch."""

import subprocess
import sys
import time

import numpy as np
import pytest

import n2n
from n2n.taps.smoothness import label_smoothness
from pages.session import runs
from tests.browser.server import ROOT
from tests.pages.app import PATIENCE, open_page, texts


def _metrics(app) -> dict[str, str]:
    return {metric.label: metric.value for metric in app.metric}


def _html(app) -> str:
    return " ".join(part.proto.body for part in app.get("html"))


@pytest.mark.parametrize(
    ("key", "k", "wrong", "sentence"),
    [
        ("cora", 1, 0, "No difference here"),
        ("cora", 1, 100, "TAPS is better"),
        ("karate", 2, 25, ""),
        ("cora", "all", 50, "nothing to choose"),
    ],
)
@pytest.mark.parametrize("chosen", ["TAPS", "Random", "All"])
def test_the_three_purities_are_those_of_the_library(key, k, wrong, sentence, chosen):
    app = open_page("start", dataset=key, kept=str(k), wrong=str(wrong), chosen=chosen)
    graph = n2n.load(key)
    noisy = n2n.Edits(noise=wrong).apply(graph)
    everyone = n2n.partition(n2n.all_neighbours(noisy))
    if k == "all":
        choices = {name: [everyone] for name in ("TAPS", "Random", "All")}
    else:
        drawn = [n2n.partition(n2n.random_positives(noisy, k, seed)) for seed in range(10)]
        choices = {"TAPS": [n2n.partition(n2n.rank(noisy).top(k))], "Random": drawn, "All": [everyone]}
    for parts in choices.values():
        assert f"{np.mean([one.weighted_purity(graph.y) for one in parts]):.1%}" in _html(app)
    shown = choices[chosen][0]
    counts = _metrics(app)
    assert counts["Nodes in the largest"] == f"{shown.sizes[0]:,}"
    assert f"{shown.num_subgraphs:,}" in counts.values()
    assert sentence in texts(app)
    same = 1 - label_smoothness(graph, n2n.all_neighbours(noisy))
    assert f"{same:.0%} of the edges join two nodes of the same class" in texts(app)


def test_the_page_says_what_replicated_and_names_the_paper():
    app = open_page("start", dataset="karate")
    assert "of 36 comparisons" in texts(app)
    assert "CVPR 2022" in texts(app)


def test_a_link_to_a_number_of_neighbours_that_is_not_offered_shows_the_default():
    assert open_page("start", dataset="karate", kept="6").select_slider[0].value == "1"


def test_a_training_that_starts_here_is_watched_here():
    app = open_page("start", dataset="karate")
    app.button(key="train now").click().run()
    assert not app.exception
    assert any(button.label == "Back to the graph" for button in app.button)
    next(button for button in app.button if button.label == "Back to the graph").click().run()
    assert "Subgraphs" in _metrics(app)


@pytest.mark.parametrize("page", ["start", "embeddings"])
def test_the_short_training_uses_no_labels_and_says_what_its_score_is(page):
    app = open_page(page, dataset="karate")
    next(button for button in app.button if button.label == "Train now").click().run()
    run = runs.table().get(app.query_params["run"])
    assert (run.settings.framework, run.settings.k) == ("URL", 1)
    train = len(n2n.load("karate").split(run.settings.split, run.settings.split_seed).train)
    deadline = time.monotonic() + PATIENCE
    while not run.ended and time.monotonic() < deadline:
        time.sleep(0.05)
    app.run()
    assert not app.exception
    assert "without labels" in texts(app)
    assert f"linear probe, which is trained on the frozen representations of {train} nodes" in texts(app)
    if page == "start":
        scores = run.scores
        shown = {f"Test micro-F1, epoch {scores.epoch}": f"{scores.test:.1%}"}
        assert shown.items() <= _metrics(app).items()


def test_the_door_of_teachers_presents_the_first_lesson():
    app = open_page("start", dataset="karate")
    app.button(key="teach").click().run()
    assert app.query_params["present"] in ("1", ["1"])
    assert "lesson" in app.query_params


def test_the_first_page_does_not_wait_for_torch():
    program = (
        "import sys\n"
        "from pages.session import layouts\n"
        "layouts.LOAD_AFTER = layouts.WARM_UP_AFTER = 3600\n"
        "from streamlit.testing.v1 import AppTest\n"
        "assert not AppTest.from_file('pages/explorer.py', default_timeout=60).run().exception\n"
        "print('torch' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert ran.stdout.split()[-1] == "False"
