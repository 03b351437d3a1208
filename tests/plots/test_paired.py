"""Differences with their confidence intervals."""

from n2n.paper.paired import Paired
from n2n.plots import paired


def test_every_difference_is_a_point_with_its_interval():
    found = [
        Paired("cora", framework, k, 10, mean, mean - 0.5, mean + 0.5, "best test")
        for framework, k, mean in (("JL", 1, 1.0), ("JL", 3, 0.1), ("URL", 1, -1.0))
    ]
    figure = paired.intervals(found, {"cora": "Cora"})
    shown = {(trace.name, x, y) for trace in figure.data for x, y in zip(trace.x, trace.y, strict=True)}
    assert shown == {
        ("TAPS is better", 1.0, "Cora, k = 1"),
        ("undecided", 0.1, "Cora, k = 3"),
        ("random is better", -1.0, "Cora, k = 1"),
    }
    assert figure.data[0].error_x.array[0] == 0.5
    assert "best test" in figure.layout.xaxis.title.text
    assert paired.height(found) > 150
