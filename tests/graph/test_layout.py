import numpy as np

from n2n.graph.layout import spread


def lengths(p: np.ndarray, edges: np.ndarray) -> np.ndarray:
    return np.linalg.norm(p[edges[0]] - p[edges[1]], axis=1)


def test_a_path_becomes_a_line_with_equal_steps():
    edges = np.array([[0, 1, 2, 3], [1, 2, 3, 4]])
    p = spread(5, edges, rounds=300)
    assert np.allclose(lengths(p, edges), 0.5, atol=0.02)
    assert np.allclose(np.abs(p[:, 1]), 0, atol=0.05)


def test_neighbours_are_drawn_nearer_than_strangers():
    rng = np.random.default_rng(0)
    child = np.arange(1, 40)
    edges = np.stack([(rng.random(39) * child).astype(int), child])
    p = spread(40, edges)
    everyone = np.stack(np.triu_indices(40, 1))
    assert lengths(p, edges).mean() < 0.5 * lengths(p, everyone).mean()


def test_it_is_the_same_every_time_and_fits_its_frame():
    edges = np.array([[0, 0, 0, 1], [1, 2, 3, 4]])
    p = spread(6, edges)  # node 5 is alone
    assert np.isfinite(p).all()
    assert np.array_equal(p, spread(6, edges))
    assert np.isclose(np.abs(p).max(), 1)


def test_small_cases():
    assert spread(0, np.zeros((2, 0), int)).shape == (0, 2)
    assert spread(1, np.zeros((2, 0), int)).tolist() == [[0, 0]]
