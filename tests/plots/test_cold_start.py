"""Bars of a cold start carry its numbers."""

from n2n.plots import cold_start, theme
from n2n.training.cold_scores import ColdScore

FOUND = (
    ColdScore("N2N-TAPS-1 (JL)", False, 0.71, 2.0, 500, 100),
    ColdScore("GCN", False, 0.67, 3.0, 500, 50),
    ColdScore("GCN", True, 0.82, 13.0, 2400, 50),
)


def bars(figure):
    return {bar.name: list(bar.x) for bar in figure.data}


def test_each_method_has_its_bars():
    accuracies, times = cold_start.accuracies(FOUND), cold_start.times(FOUND)
    assert bars(accuracies) == {
        "N2N, features alone": [71.0],
        "others, features alone": [67.0],
        "with the edges restored": [82.0],
    }
    assert bars(times)["with the edges restored"] == [13.0]
    assert accuracies.data[0].marker.color == theme.ACCENT
    assert accuracies.layout.yaxis.categoryarray[-1].startswith("N2N")
    assert cold_start.height(FOUND) > 200
