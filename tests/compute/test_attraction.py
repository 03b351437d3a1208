"""Circles beside each other; what attraction makes of a graph is in `tests/taps/test_map.py`."""

import numpy as np

from n2n.compute.attraction import pack


def test_packed_circles_do_not_overlap():
    rng = np.random.default_rng(0)
    wanted, radius = rng.normal(size=(300, 2)), np.sort(rng.uniform(0.1, 1, 300))[::-1].copy()
    centre = pack(wanted, radius)
    apart = np.linalg.norm(centre[:, None] - centre, axis=2) - radius[:, None] - radius
    assert apart[~np.eye(300, dtype=bool)].min() > -1e-9
    assert np.array_equal(centre[0], wanted[0])
