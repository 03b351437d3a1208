"""Names of points lie beside their points, and nowhere else."""

import itertools

import numpy as np

from n2n.plots import labels


def test_names_cover_neither_each_other_nor_a_point():
    rng = np.random.default_rng(0)
    x, y = rng.random(30), rng.random(30)
    names = ["a name of some length"] * 30
    places = labels.placed(x, y, names, 800, 400)
    assert 5 < sum(place is not None for place in places) < 30
    boxes = [
        labels._box(800 * px, 400 * py, place, labels.LETTER * len(name))
        for px, py, name, place in zip(x, y, names, places, strict=True)
        if place
    ]
    for a, b in itertools.combinations(boxes, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
    for left, lower, right, upper in boxes:
        assert not ((800 * x > left) & (800 * x < right) & (400 * y > lower) & (400 * y < upper)).any()
