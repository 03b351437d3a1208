"""The shares of wrong positives against counts from sets, and the closed form against many draws."""

import numpy as np
import pytest

import n2n
from n2n.noise.edges import noisy
from n2n.noise.measures import added_edges, separation, wrong_positives


@pytest.fixture(scope="module")
def labelled():
    """A graph where some labels are missing and one node has no neighbour."""
    karate = n2n.load("karate")
    y = karate.y.copy()
    y[::5] = -1
    edges = karate.edges()
    return n2n.Graph.from_edges(edges, x=np.eye(35), y=np.append(y, 0))


def by_sets(graph, changed, positives):
    edges = set(zip(*graph.edges().tolist(), strict=True))
    pairs = [(i, j) for i in range(graph.num_nodes) for j in positives.of(i).tolist() if i != j]
    known = [(i, j) for i, j in pairs if graph.y[i] >= 0 and graph.y[j] >= 0]
    different = sum(graph.y[i] != graph.y[j] for i, j in known) / len(known)
    return different, sum(tuple(sorted(pair)) not in edges for pair in pairs) / len(pairs)


def test_shares_are_those_of_the_sets(labelled):
    changed = noisy(labelled, 80, 3)
    rows = wrong_positives(labelled, [80], [2], seed=3).set_index("positives")
    chosen = {
        "TAPS-2": n2n.rank(changed).top(2),
        "Random-2": n2n.random_positives(changed, 2, 3),
        "All": n2n.all_neighbours(changed),
    }
    for name, positives in chosen.items():
        assert tuple(rows.loc[name, ["different", "added"]]) == pytest.approx(
            by_sets(labelled, changed, positives)
        )
    clean = wrong_positives(labelled, [0], [1])
    assert (clean.added == 0).all()


def test_expectation_for_random_positives(labelled):
    draws = []
    for seed in range(400):
        positives = n2n.random_positives(noisy(labelled, 80, 3), 2, seed)
        draws.append(by_sets(labelled, noisy(labelled, 80, 3), positives))
    row = wrong_positives(labelled, [80], [2], seed=3).set_index("positives").loc["Random-2"]
    error = 4 * np.std(draws, axis=0) / np.sqrt(len(draws))
    assert np.all(np.abs(np.mean(draws, axis=0) - [row.expected_different, row.expected_added]) < error)


def test_dependency_separates_wrong_edges():
    cora = n2n.load("cora")
    changed = noisy(cora, 100)
    facts = separation(cora, changed)
    dependency, added = n2n.rank(changed).dependency, added_edges(cora, changed)
    rng = np.random.default_rng(0)
    own, new = rng.choice(dependency[~added], 20_000), rng.choice(dependency[added], 20_000)
    assert facts["auc"] == pytest.approx((own > new).mean() + (own == new).mean() / 2, abs=0.01)
    assert facts["auc"] > 0.75
    assert facts["added_alone"] > 0.95 > 0.5 > facts["own_alone"]
    table = wrong_positives(cora, [100], [1]).set_index("positives")
    assert facts["best_added"] == table.added["TAPS-1"]
    assert table.different["TAPS-1"] < 0.7 * table.different["Random-1"]
