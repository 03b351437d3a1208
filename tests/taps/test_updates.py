import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.taps import updates
from n2n.taps.edits import Edits
from n2n.taps.updates import updated_ranking
from tests.graphs import SPECIAL, random_graphs
from tests.taps.test_edits import edits_of, pairs


def check(before, edited):
    """The update equals a new ranking, to the last bit."""
    found, expected = updated_ranking(before, edited), n2n.rank(edited)
    assert np.array_equal(found.common, expected.common)
    assert found.common.dtype == expected.common.dtype
    assert np.array_equal(found.dependency, expected.dependency)
    for k in (1, 3):
        assert np.array_equal(found.top(k).indices, expected.top(k).indices)
    return found


@pytest.fixture
def always(monkeypatch):
    """However much has changed, nothing is ranked again."""
    monkeypatch.setattr(updates, "_WORTHWHILE", 2.0)


@settings(max_examples=80, deadline=None)
@given(data=st.data(), graph=random_graphs())
def test_any_edits_of_any_graph(data, graph):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(updates, "_WORTHWHILE", data.draw(st.sampled_from([0.2, 2.0])))
        check(n2n.rank(graph), data.draw(edits_of(graph)).apply(graph))


@pytest.mark.parametrize("name", SPECIAL)
def test_special_graphs(name, always):
    graph = SPECIAL[name]
    edges = sorted(pairs(graph))
    for edits in (Edits(noise=100), Edits(cut=tuple(edges)), Edits(cut=tuple(edges[:1]))):
        check(n2n.rank(graph), edits.apply(graph))


@pytest.mark.parametrize("dataset", ["karate", "cora", "citeseer", "pubmed"])
def test_one_edit_after_the_other_on_real_graphs(dataset, always):
    graph, rng = n2n.load(dataset), np.random.default_rng(0)
    ranked, edits = n2n.rank(graph), Edits()
    for _ in range(8):
        # A hub every other time: there the long row is searched.
        i = int(rng.integers(graph.num_nodes)) if rng.random() < 0.5 else int(graph.degree.argmax())
        near = ranked.graph.neighbours(i)
        if len(near) and rng.random() < 0.5:
            edits = edits.cut_edge(graph, i, int(rng.choice(near)))
        else:
            far = np.setdiff1d(np.arange(graph.num_nodes), [*near, i])
            edits = edits.add(graph, i, int(rng.choice(far)))
        ranked = check(ranked, edits.apply(graph))


def test_only_the_rows_of_changed_nodes_are_computed(monkeypatch):
    cora, seen = n2n.load("cora"), []
    compute = updates._update
    monkeypatch.setattr(updates, "_update", lambda *given: (seen.append(given[2].tolist()), compute(*given)))
    updated_ranking(n2n.rank(cora), Edits().add(cora, 10, 2000).apply(cora))
    assert seen == [[10, 2000]]


def test_the_same_graph_keeps_its_ranking_and_another_one_is_refused():
    karate = n2n.load("karate")
    ranked = n2n.rank(karate)
    assert updated_ranking(ranked, karate) is ranked
    with pytest.raises(ValueError, match="needs the same nodes"):
        updated_ranking(ranked, n2n.load("cora"))
