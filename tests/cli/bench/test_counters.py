"""Other libraries count the same common neighbours."""

import pytest

import n2n
from n2n.cli.bench import counters as module
from n2n.cli.bench.counters import counters
from tests.graphs import SPECIAL


@pytest.mark.parametrize("name", ["wheel", "clique", "two triangles", "one edge"])
def test_other_libraries_count_the_same(name):
    graph = SPECIAL[name]
    common = n2n.rank(graph).common
    found, left_out = counters(graph)
    assert {"scipy", "networkx"} <= set(found)
    assert left_out == []
    for counter in found.values():
        assert counter.total(counter.count()) == common.sum()


def test_scipy_may_count_in_parts(monkeypatch):
    monkeypatch.setattr(module, "SCIPY_AT_ONCE", 50)
    graph = SPECIAL["wheel"]
    scipy = counters(graph)[0]["scipy"]
    assert len(scipy.count()) > 3
    assert scipy.total(scipy.count()) == n2n.rank(graph).common.sum()


def test_what_would_take_too_long_is_left_out_and_said(monkeypatch):
    monkeypatch.setattr(module, "SCIPY_LIMIT", 10)
    monkeypatch.setattr(module, "NETWORKX_LIMIT", 10)
    found, left_out = counters(SPECIAL["clique"])
    assert not {"scipy", "networkx"} & set(found)
    assert left_out == ["scipy is left out, A·A takes 60,840 products (limit 10)."]
