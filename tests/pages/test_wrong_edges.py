"""The page Wrong edges: stored runs, shares of wrong positives, and four live runs."""

import time

import numpy as np
import pytest

import n2n
from n2n.noise import measures
from tests.pages.app import PATIENCE, open_page, texts


@pytest.mark.parametrize("kind", ["Random edges added", "Edges removed"])
def test_the_shares_are_those_of_the_measures(kind):
    app = open_page("wrong_edges", dataset="karate", wrong_kind=kind, wrong_noise=60, k=2, seed=3)
    name = {"Random edges added": "random", "Edges removed": "removed"}[kind]
    row = measures.wrong_positives(n2n.load("karate"), [60], [2], 3, name).set_index("positives")
    assert f"At 60% noise, {row.different['TAPS-2']:.1%} of the positives by TAPS" in texts(app)
    assert f"{row.expected_different['Random-2']:.1%} are expected" in texts(app)


def test_four_live_runs_are_those_of_the_library():
    app = open_page("wrong_edges", dataset="karate", wrong_noise=100, seed=2)
    app.button(key="train_wrong").click().run()
    end = time.monotonic() + PATIENCE
    while not (shown := _stars(app)) or len(shown) < 4:
        assert time.monotonic() < end
        assert not app.error
        time.sleep(0.5)
        app.run()
    methods = ["N2N-TAPS-1 (JL)", "N2N-Random-1 (JL)", "N2N (JL)", "GCN"]
    expected = n2n.robustness(n2n.load("karate"), methods, [100], [2], jobs=1)
    assert shown == pytest.approx(dict(zip(methods, 100 * expected.test, strict=True)))


def test_a_graph_without_stored_runs_has_shares_and_a_button(tmp_path, monkeypatch):
    n2n.load("karate").replace(name="<img src=x>").save(tmp_path / "given")
    monkeypatch.setenv("N2N_GRAPHS", str(tmp_path / "given"))
    app = open_page("wrong_edges", dataset="given", wrong_noise=30)
    assert "At 30% noise" in texts(app)
    assert [button.label for button in app.button if button.key == "train_wrong"] == [
        "Train four methods now"
    ]
    assert "No runs of this graph" in app.info[0].value


def test_what_if_links_to_the_same_noise():
    [link] = open_page("what_if", dataset="karate", edits="n35_s7").get("page_link")
    assert link.proto.query_string == "dataset=karate&wrong_noise=35&seed=7"


def _stars(app) -> dict[str, float]:
    """The live runs in the figure: score by method."""
    import plotly.io as pio

    for chart in app.get("plotly_chart"):
        traces = pio.from_json(chart.proto.spec, skip_invalid=True).data
        found = {
            t.name.removesuffix(", trained now"): float(np.asarray(t.y)[0])
            for t in traces
            if (t.name or "").endswith("trained now")
        }
        if found:
            return found
    return {}
