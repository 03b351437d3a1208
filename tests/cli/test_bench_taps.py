import re

import numpy as np
import pytest

import n2n
from n2n.cli import main, rivals
from n2n.cli.synthetic import power_law
from n2n.cli.timing import peak_memory, race
from tests.graphs import SPECIAL


def test_the_tables(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("N2N_DATA", str(tmp_path))  # empty: Physics is not here
    monkeypatch.setattr("n2n.cli.bench_taps._compile_time", lambda: "Compiling: not measured.")
    unreachable(monkeypatch)
    assert main(["bench", "taps", "--quick", "--graphs", "cora", "texas"]) == 0
    out = capsys.readouterr().out
    row = next(line for line in out.splitlines() if line.startswith("cora"))
    nodes, edges, work = (int(cell.replace(",", "")) for cell in row.split()[1:4])
    assert (nodes, edges) == (2708, 5278)
    cora = n2n.load("cora")
    rows = np.repeat(np.arange(nodes), cora.degree)
    assert work == np.minimum(cora.degree[rows], cora.degree[cora.indices]).sum() / 2
    assert re.search(r"cora +2,708 +5,278 +20,179 +[\d.]+ +[\d.]+ +\S+ +[\d.]+× +[\d.]+× +[\d.]+ +\d+\n", out)
    assert re.search(r"\ncora( +[\d.]+){5}\n", out)
    assert "Compiling: not measured." in out
    assert "texas is left out: Texas could not be downloaded" in out


def unreachable(monkeypatch):
    from n2n.datasets import DatasetUnavailable

    load = n2n.load

    def without_texas(name, progress=None):
        if name == "texas":
            raise DatasetUnavailable("Texas could not be downloaded (no network): put it somewhere.")
        return load(name, progress)

    monkeypatch.setattr(n2n, "load", without_texas)


@pytest.mark.parametrize("name", ["wheel", "clique", "two triangles", "one edge"])
def test_the_rivals_count_the_same(name):
    graph = SPECIAL[name]
    common = n2n.rank(graph).common
    found, left_out = rivals.rivals(graph)
    assert {"scipy", "networkx"} <= set(found)
    assert left_out == []
    for rival in found.values():
        assert rival.total(rival.count()) == common.sum()


def test_scipy_may_count_in_parts(monkeypatch):
    monkeypatch.setattr(rivals, "SCIPY_AT_ONCE", 50)
    graph = SPECIAL["wheel"]
    scipy = rivals.rivals(graph)[0]["scipy"]
    assert len(scipy.count()) > 3
    assert scipy.total(scipy.count()) == n2n.rank(graph).common.sum()


def test_what_would_take_too_long_is_left_out_and_said(monkeypatch):
    monkeypatch.setattr(rivals, "SCIPY_LIMIT", 10)
    monkeypatch.setattr(rivals, "NETWORKX_LIMIT", 10)
    found, left_out = rivals.rivals(SPECIAL["clique"])
    assert not {"scipy", "networkx"} & set(found)
    assert left_out == ["scipy is left out, A·A takes 60,840 products (limit 10)."]


def test_a_synthetic_graph_has_the_edges_asked_for_and_hubs():
    graph = power_law(20_000, seed=1)
    assert (graph.num_nodes, graph.num_edges) == (4000, 20_000)
    assert graph.degree.max() > 10 * graph.degree.mean()
    # p(d) ∝ d^(−5/2): four times the degree is eight times as rare or rarer, ranks r^(−2/3) in between.
    top = np.sort(graph.degree)[::-1]
    assert 2 < top[99] / top[799] < 8
    np.testing.assert_array_equal(graph.indices, power_law(20_000, seed=1).indices)


def test_a_race_keeps_the_best_time_and_stops_the_slow():
    calls = []
    best = race({"a": lambda: calls.append("a"), "b": lambda: calls.append("b")}, rounds=3, seconds=10)
    assert calls == ["a", "b"] * 3
    assert set(best) == {"a", "b"}
    calls.clear()
    race({"slow": lambda: calls.append("slow")}, rounds=3, seconds=1e-12)
    assert calls == ["slow"]


def test_peak_memory_sees_what_is_freed_again():
    def function():
        np.ones(1_000_000)
        return np.ones(10)

    assert 8_000_000 <= peak_memory(function) < 9_000_000
