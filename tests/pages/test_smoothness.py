"""The page Smoothness, on a small and on a real graph, with every control used once."""

import re

import pytest

import n2n
from n2n.taps import tables
from n2n.training.tables import signed
from tests.pages.app import open_page, texts

DATASETS = ("karate", "cora")


@pytest.mark.parametrize("dataset", DATASETS)
def test_smoothness_controls(dataset):
    app = open_page("smoothness", dataset=dataset)
    app.slider(key="draws").set_value(3).run()
    assert "over 3 seeds" in texts(app)
    app.slider(key="k").set_value(2).run()
    assert "With k = 2" in texts(app)
    app.radio(key="bars").set_value("Per graph edge").run()
    assert "must grow with k" in texts(app)
    app.radio(key="bars").set_value("By class").run()
    table = tables.smoothness_by_class(n2n.load(dataset), n2n.rank(n2n.load(dataset)), 2, 3)
    gaps = [
        taps - mean
        for taps, mean in zip(table["taps"], table["random_mean"], strict=True)
        if taps == taps and mean == mean
    ]
    for gap in (min(gaps), max(gaps)):
        assert signed(gap, 3) in texts(app)


@pytest.mark.parametrize("dataset", ["karate", "cora", "citeseer"])
@pytest.mark.parametrize("k", [1, 3])
def test_differences_are_those_of_the_numbers_beside_them(dataset, k):
    """0.175 and 0.163 differ by 0.012, whatever their further digits are."""
    said = texts(open_page("smoothness", dataset=dataset, k=k))
    taps, mean = re.search(r"TAPS gives ([\d.]+), random positives ([\d.]+)", said).groups()
    everyone = re.search(r"All neighbours give ([\d.]+)", said)[1].rstrip(".")
    random, whole = (round(float(other) - float(taps), 3) for other in (mean, everyone))
    for gap, found in (
        (random, r"seeds: TAPS is (\w+) by ([\d.]+)\."),
        (whole, r"give [\d.]+: TAPS is (\w+) by ([\d.]+)\."),
    ):
        if verdict := re.search(found, said):
            assert verdict.groups() == ("better" if gap > 0 else "worse", f"{abs(gap):.3f}")


def test_smoothness_tells_the_known_numbers_of_cora():
    assert "TAPS gives 0.163" in texts(open_page("smoothness", dataset="cora"))
