"""The sketch of a run in progress."""

import re

import n2n
from n2n.plots.sketch import HEIGHT, WIDTH, sketch


def test_every_line_is_inside_and_ends_at_its_epoch():
    run = n2n.fit(n2n.load("karate"), n2n.Settings(width=8, epochs=8, evaluate_every=2, watch_theorem=True))
    drawn = sketch([run, run], 16)
    lines = [
        [tuple(map(float, point.split(","))) for point in points.split()]
        for points in re.findall('polyline points="([^"]*)"', drawn)
    ]
    assert len(lines) == 2 * 8  # three scores, loss and InfoNCE, cross-entropy, information, smoothness
    for line in lines:
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in line)
    last = lines[0][-1][0]
    assert abs((last - 40) / (WIDTH - 40) - 0.5) < 0.01, "epoch 8 of 16 is in the middle of the wide panel"
    assert "<sub>" not in drawn


def test_a_run_without_epochs_is_an_empty_panel():
    assert "<polyline" not in sketch([n2n.Run(n2n.Settings(), "karate")], 10, dark=True)
