"""The first page: the graph, its subgraphs, and a training to watch."""

import re
import subprocess
import sys

import pytest

from tests.browser.server import ROOT
from tests.pages.app import open_page, texts


def _metrics(app) -> dict[str, str]:
    return {metric.label: metric.value for metric in app.metric}


def test_the_tangle_falls_into_the_subgraphs_of_taps():
    app = open_page("start", dataset="cora")
    assert _metrics(app) == {"Connected parts": "78", "Nodes in the largest": "2,485", "Purity": "35%"}
    apart = open_page("start", dataset="cora", positives="1")
    assert _metrics(apart)["Subgraphs"] == "397"
    assert _metrics(apart)["Purity"] == "83%"
    assert re.search(r"397 small groups, and 83% of the nodes", texts(apart))


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
        "assert not AppTest.from_file('explorer.py', default_timeout=60).run().exception\n"
        # The latter is loaded with the first kernel.
        "print('torch' in sys.modules or 'numba.np.arraymath' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert ran.stdout.split()[-1] == "False"
