"""What pages compute: names of graphs and files, and what is cached for whom."""

import pytest
import streamlit as st

import n2n
from n2n.taps.samplers import choose_positives
from pages.session import data, own_graphs


def test_a_graph_has_a_title_and_a_stem_for_files():
    assert (data.title("cora"), data.file_stem("cora")) == ("Cora", "cora")
    assert (data.title(""), data.file_stem("")) == ("another graph", "graph")
    key = "own-0123456789abcdef-my-club"
    assert (data.title(key), data.file_stem(key)) == ("my-club", "my-club")


def test_results_of_an_own_graph_are_made_once_and_kept_with_it():
    calls = []

    @data.cached(st.cache_data)
    def size(key: str, factor: int) -> int:
        calls.append(key)
        return factor * data.graph(key).num_nodes

    graph = n2n.load("karate").replace(name="my club")
    key = own_graphs.add(graph, ("a.csv",), {}, None)
    try:
        assert (size(key, 2), size(key, 2), size("karate", 2), size("karate", 2)) == (68, 68, 68, 68)
        assert calls == [key, "karate"]
        assert [what[1:] for what in own_graphs.find(key).results._values] == [(size.__qualname__, 2)]
        assert data.title(key) == "my club"
        assert own_graphs.key_named("my club", 34) == key
        assert own_graphs.key_named("my club", 35) == ""
    finally:
        own_graphs.forget(key)


@pytest.mark.parametrize("k", [1, 7], ids=["bundled", "computed"])
@pytest.mark.parametrize("sampler", ["taps", "random"])
def test_positives_are_those_of_a_run(sampler, k):
    graph = n2n.load("karate")
    expected = choose_positives(graph, sampler, k, seed=3)
    found = data.positives("karate", k, sampler, 3)
    assert found.indptr.tolist() == expected.indptr.tolist()
    assert found.indices.tolist() == expected.indices.tolist()
