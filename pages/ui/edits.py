"""The edits of a visitor: of one dataset, with the way back, and as a part of the address."""

import streamlit as st

import n2n
from n2n.taps.edits import Edits
from pages.session import address, data

ADDRESS = "edits"
_DATASET, _HISTORY = "edits of", "edits so far"
_STEPS = 100


def current() -> Edits:
    """What is edited now."""
    return _history()[-1]


def _history() -> list[Edits]:
    return st.session_state.setdefault(_HISTORY, [Edits()])


def arrive(dataset: str, num_nodes: int) -> str:
    """Before anything else on the page: take in the edits of a link; a sentence where they are broken.

    Edits belong to one dataset: after a switch there are none.
    """
    problem = ""
    if st.session_state.get(_DATASET) != dataset:
        st.session_state[_DATASET], st.session_state[_HISTORY] = dataset, [Edits()]
    if (raw := address.read(ADDRESS)) is not None:
        try:
            change(Edits.parse(raw, num_nodes))
        except ValueError as error:
            problem = f"The edits in the link cannot be read: {error}. The graph is shown without edits."
    address.write(ADDRESS, current().code)
    return problem


def change(edits: Edits) -> None:
    """From now on these."""
    if edits != current():
        _history().append(edits)
        del _history()[:-_STEPS]


def can_undo() -> bool:
    """Whether there is a step to take back."""
    return len(_history()) > 1


def undo() -> None:
    """Take the last step back."""
    if can_undo():
        _history().pop()


def reset() -> None:
    """No edits; this can be undone, too."""
    change(Edits())


@data.cached(st.cache_resource, "Ranking the edited graph", max_entries=24)
def _edited(dataset: str, code: str) -> n2n.Ranking:
    """Names and numbers are the key, so that the edits of one step serve the next."""
    graph = data.graph(dataset)
    edited = Edits.parse(code, graph.num_nodes).apply(graph)
    ranked = data.ranking(dataset) if edited is graph else n2n.rank(edited)
    ranked.dependency  # noqa: B018 (computes it, where a page may wait)
    return ranked


def edited_ranking(dataset: str, edits: Edits) -> n2n.Ranking:
    """The edited edges, ranked; the features are those of the dataset."""
    return _edited(dataset, Edits(edits.added, edits.cut, edits.noise, edits.seed if edits.noise else 0).code)


def edited_graph(dataset: str, edits: Edits) -> n2n.Graph:
    """The edited graph, with its features."""
    graph = edited_ranking(dataset, edits).graph
    original = data.graph(dataset)
    features = edits.replace(added=(), cut=(), noise=0).apply(original).x
    if not edits:
        return original
    return graph.replace(x=features, provenance=f"{original.provenance}; edited: {edits.code}")
