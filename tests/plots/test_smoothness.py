"""Bars of label smoothness are the values of their table."""

import pytest

from n2n.plots import smoothness, theme

TABLE = {
    "k": ["1", "1", "all", "all"],
    "per": ["sampled", "graph"] * 2,
    "taps": [0.1, 0.01, 0.9, 0.8],
    "random_mean": [0.3, 0.03, 0.9, 0.8],
    "random_sd": [0.02, 0.01, 0.0, 0.0],
}


@pytest.mark.parametrize("per", ["sampled", "graph"])
def test_bars_are_the_values_of_the_table(per):
    taps, drawn = smoothness.by_k(TABLE, per).data
    row = ("sampled", "graph").index(per)
    assert list(taps.x) == ["k = 1", "all"]
    assert list(taps.y) == TABLE["taps"][row::2]
    assert list(drawn.y) == TABLE["random_mean"][row::2]
    assert list(drawn.error_y.array) == TABLE["random_sd"][row::2]
    assert (taps.marker.color, drawn.marker.color) == (theme.ACCENT, theme.GREY)


def test_by_class():
    table = {"class": ["<b>", "c"], "taps": [0.1, 0.2], "random_mean": [0.3, 0.4], "random_sd": [0.0, 0.1]}
    taps, drawn = smoothness.by_class(table).data
    assert (list(taps.x), list(taps.y), list(drawn.y)) == (["&lt;b&gt;", "c"], [0.1, 0.2], [0.3, 0.4])
