"""The first page: the graph, its subgraphs, and a training to watch."""

import subprocess
import sys

import numpy as np
import pytest

import n2n
from n2n.paper import headlines
from n2n.taps.smoothness import label_smoothness
from tests.browser.server import ROOT
from tests.pages.app import ended, open_page, press, run_of, texts, values


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
    assert f"Shown: {shown.num_subgraphs:,} " in texts(app)
    assert f"the largest with {shown.sizes[0]:,} nodes" in texts(app)
    assert sentence in texts(app)
    same = 1 - label_smoothness(graph, n2n.all_neighbours(noisy))
    assert f"{same:.0%} of the edges join two nodes of the same class" in texts(app)


def test_the_page_says_what_replicated_and_names_the_paper():
    app = open_page("start", dataset="karate")
    assert headlines()[0] in texts(app)
    assert "CVPR 2022" in texts(app)


def test_a_link_to_a_number_of_neighbours_that_is_not_offered_shows_the_default():
    assert open_page("start", dataset="karate", kept="6").select_slider[0].value == "1"


def test_a_training_uses_no_labels_says_what_its_score_is_and_survives_a_reload():
    app = ended(press(open_page("start", dataset="karate"), "Train now, without labels"))
    run = run_of(app)
    assert (run.settings.framework, run.settings.k) == ("URL", 1)
    train = len(n2n.load("karate").split(run.settings.split, run.settings.split_seed).train)
    for shown in (app, open_page("start", dataset="karate", run=run.id, watch="Training")):
        assert f"linear probe, which is trained on the frozen representations of {train} nodes" in texts(
            shown
        )
        assert f"{run.scores.test:.1%}" in values(shown).values()
    app.segmented_control(key="watch").set_value("Graph").run()
    assert "Shown: " in texts(app)


def test_the_first_page_does_not_wait_for_torch():
    program = (
        "import sys\n"
        "from streamlit.testing.v1 import AppTest\n"
        "assert not AppTest.from_file('pages/explorer.py', default_timeout=60).run().exception\n"
        "print('torch' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True, text=True
    )
    assert ran.stdout.split()[-1] == "False"
