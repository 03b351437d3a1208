"""Drawings are true to the counts that they show."""

import math

from n2n.plots.drawings import circle_distance, circle_overlap, venn


def test_the_overlap_of_the_circles_is_true():
    assert circle_overlap(1, 1, 2) == 0
    assert math.isclose(circle_overlap(1, 0.5, 0.2), math.pi / 4)
    for share in (0.1, 0.5, 0.9, 1.0):
        overlap = circle_overlap(1, 0.6, circle_distance(1, 0.6, share))
        assert math.isclose(overlap, share * math.pi * 0.36, rel_tol=1e-6)
    assert circle_distance(1, 0.6, 0) > 1.6


def test_the_venn_picture_tells_all_counts():
    texts = [note.text for note in venn(3, 2, 1, 28, 7, 9).layout.annotations]
    assert texts[:3] == ["3", "<b>2</b>", "1"]
    assert [text.rpartition(": ")[2] for text in texts[3:]] == ["5", "3", "28 nodes"]
