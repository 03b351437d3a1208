"""The first page: the graph, its subgraphs, and a training to watch."""

import subprocess
import sys
import time

import pytest

import n2n
from n2n.taps import tables
from pages.session import runs
from tests.browser.server import ROOT
from tests.pages.app import PATIENCE, open_page, texts


def _metrics(app) -> dict[str, str]:
    return {metric.label: metric.value for metric in app.metric}


def test_the_tangle_falls_into_the_subgraphs_of_taps():
    app = open_page("start", dataset="cora")
    assert _metrics(app) == {"Connected parts": "78", "Nodes in the largest": "2,485", "Purity": "35%"}
    apart = open_page("start", dataset="cora", positives="1")
    assert _metrics(apart)["Subgraphs"] == "397"
    assert _metrics(apart)["Purity"] == "83%"
    cora = n2n.load("cora")
    parts, same = n2n.partition(n2n.rank(cora).top(1)), tables.facts(cora)["homophily"]
    for number in (
        "78 connected parts",
        "397 subgraphs",
        f"largest with {parts.sizes[0]} of its 2,708 nodes",
    ):
        assert number in texts(apart)
    assert f"{parts.weighted_purity(cora.y):.0%} of the nodes" in texts(apart)
    assert f"{same:.0%} of all edges" in texts(apart)


@pytest.mark.parametrize("positives", ["0", "6", "many"])
def test_an_impossible_number_of_positives_in_the_address_is_named(positives):
    app = open_page("start", dataset="karate", positives=positives)
    assert "must be one of all, 5, 4, 3, 2, 1" in app.warning[0].value


def test_a_training_that_starts_here_is_watched_here():
    app = open_page("start", dataset="karate")
    app.button(key="train now").click().run()
    assert not app.exception
    assert any(button.label == "Back to the graph" for button in app.button)
    next(button for button in app.button if button.label == "Back to the graph").click().run()
    assert "Connected parts" in _metrics(app)


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


def test_each_lesson_says_in_a_sentence_what_it_is_about():
    app = open_page("start", dataset="karate")
    from pages.ui.lessons import LESSONS

    for lesson in LESSONS.values():
        assert lesson.about in [caption.value for caption in app.caption]


def test_the_first_page_waits_neither_for_torch_nor_for_compiled_kernels():
    program = (
        "import sys\n"
        "from pages.session import hardware, layouts\n"
        "hardware.DELAY = 3600\n"
        "layouts.LOAD_AFTER = 3600\n"
        "from streamlit.testing.v1 import AppTest\n"
        "assert not AppTest.from_file('pages/explorer.py', default_timeout=60).run().exception\n"
        # The latter is loaded with the first kernel.
        "print('torch' in sys.modules or 'numba.np.arraymath' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert ran.stdout.split()[-1] == "False"
