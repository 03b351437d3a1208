"""Tables of a graph, its positives and its subgraphs carry what they are made of."""

import numpy as np
import pytest

import n2n
from n2n.files.csv import to_csv
from n2n.taps import tables


@pytest.fixture(scope="module")
def ranked(karate):
    return n2n.rank(karate)


@pytest.fixture(scope="module")
def parts(ranked):
    return n2n.partition(ranked.top(1))


@pytest.mark.parametrize("per", ["sampled", "graph"])
def test_smoothness_over_k(karate, ranked, per):
    table = tables.smoothness(karate, ranked, seeds=4)
    rows = [row for row, value in enumerate(table["per"]) if value == per]
    expected = [n2n.label_smoothness(karate, ranked.top(k), per) for k in range(1, 6)]
    expected.append(n2n.label_smoothness(karate, n2n.all_neighbours(karate), per))
    assert [table["taps"][row] for row in rows] == expected
    seeds = [n2n.label_smoothness(karate, n2n.random_positives(karate, 2, seed), per) for seed in range(4)]
    assert table["random_mean"][rows[1]] == pytest.approx(np.mean(seeds))
    assert table["random_sd"][rows[1]] == pytest.approx(np.std(seeds, ddof=1))
    assert (table["random_mean"][rows[-1]], table["random_sd"][rows[-1]]) == (expected[-1], 0)


def test_smoothness_by_class(karate, ranked):
    table = tables.smoothness_by_class(karate, ranked, 1, seeds=3)
    assert table["class"] == list(karate.class_names)
    assert table["taps"] == n2n.label_smoothness_by_class(karate, ranked.top(1)).tolist()


def test_percolation_ends_with_the_components(karate, ranked):
    table = tables.percolation(karate, ranked)
    assert (table["k"][-1], table["largest"][-1], table["subgraphs"][-1]) == ("all", 1.0, 1)
    assert table["subgraphs"][0] == n2n.partition(ranked.top(1)).num_subgraphs == 8


def test_the_table_of_subgraphs(karate, parts):
    table = tables.subgraphs(karate, parts)
    assert sum(table["size"]) == 34
    assert table["size"] == sorted(table["size"], reverse=True)
    assert table["majority"][0] == karate.class_names[table["label"][0]]
    assert to_csv(table).count("\r\n") == parts.num_subgraphs + 1


def test_nodes_without_a_label_have_no_class(karate, parts):
    half = karate.replace(y=np.where(np.arange(34) < 2, -1, karate.y))
    table = tables.marked(half, parts, np.array([1, 33]), predictions=np.zeros(34, int))
    assert table["class"] == ["", "Officer"]
    assert table["prediction"] == ["Mr. Hi", "Mr. Hi"]
    assert table["subgraph"] == parts.membership[[1, 33]].tolist()
    assert tables.class_mix(half, np.array([0, 1])) == {}


def test_mixes_of_classes_and_subgraphs_start_with_the_largest(karate, parts):
    ids = np.array([0, 33, 32, 31])
    mix = tables.class_mix(karate, ids)
    assert (mix["class"], mix["nodes"], mix["share"]) == (["Officer", "Mr. Hi"], [3, 1], [0.75, 0.25])
    groups = tables.subgraph_mix(parts, ids)
    assert sum(groups["nodes"]) == 4
    assert groups["nodes"] == sorted(groups["nodes"], reverse=True)
    assert groups["of"] == parts.sizes[groups["subgraph"]].tolist()


def test_ranked_neighbours_carry_their_own_numbers(karate, ranked):
    order, value, common = ranked.neighbours(0)
    assert value.tolist() == sorted(value, reverse=True)
    for j, dependency, shared in zip(order, value, common, strict=True):
        edge = karate.indptr[0] + np.searchsorted(karate.neighbours(0), j)
        assert dependency == ranked.dependency[edge]
        assert shared == len(np.intersect1d(karate.neighbours(0), karate.neighbours(j)))
