"""What the pages compute, each thing once for all visitors: keyed by names and numbers, never by arrays."""

import streamlit as st

import n2n
from n2n.datasets.pyg import Progress
from n2n.plots import choosing, gallery, tables


@st.cache_resource(show_spinner=False, max_entries=6)
def graph(key: str, _progress: Progress | None = None) -> n2n.Graph:
    """The graph of a dataset; `_progress` is told how a long load goes, and is no part of the key."""
    return n2n.load(key, _progress)


@st.cache_resource(show_spinner=False, max_entries=6)
def ranking(key: str) -> n2n.Ranking:
    """The neighbours of every node, ranked by dependency."""
    return n2n.rank(graph(key))


@st.cache_resource(show_spinner=False, max_entries=40)
def positives(key: str, k: int, sampler: str = "taps", seed: int = 0) -> n2n.Positives:
    """Positives of every node, by TAPS or at random; the seed matters for the latter only."""
    return ranking(key).top(k) if sampler == "taps" else n2n.random_positives(graph(key), k, seed)


@st.cache_resource(show_spinner=False, max_entries=40)
def partition(key: str, k: int) -> n2n.Partition:
    """The subgraphs that TAPS cuts out with k positives a node."""
    return n2n.partition(positives(key, k))


@st.cache_data(show_spinner=False, max_entries=20)
def facts(key: str) -> dict[str, float]:
    """Counts of the graph; see `tables.facts`."""
    return tables.facts(graph(key))


@st.cache_data(show_spinner=False, max_entries=20)
def instructive_nodes(key: str) -> list[int]:
    """Nodes at which a TAPS step shows most."""
    return choosing.instructive_nodes(ranking(key)).tolist()


@st.cache_data(show_spinner=False, max_entries=60)
def smoothness(key: str, seeds: int) -> tables.Table:
    """Label smoothness over k; see `tables.smoothness`."""
    return tables.smoothness(graph(key), ranking(key), seeds)


@st.cache_data(show_spinner=False, max_entries=60)
def smoothness_by_class(key: str, k: int, seeds: int) -> tables.Table:
    """Label smoothness of each class; see `tables.smoothness_by_class`."""
    return tables.smoothness_by_class(graph(key), ranking(key), k, seeds)


@st.cache_data(show_spinner=False, max_entries=20)
def percolation(key: str) -> tables.Table:
    """How subgraphs join as k grows; see `tables.percolation`."""
    return tables.percolation(graph(key), ranking(key))


@st.cache_data(show_spinner=False, max_entries=40)
def subgraphs(key: str, k: int) -> tables.Table:
    """One row a subgraph; see `tables.subgraphs`."""
    return tables.subgraphs(graph(key), partition(key, k))


@st.cache_resource(show_spinner=False, max_entries=40)
def drawn_gallery(key: str, k: int, among: tuple[int, ...] | None) -> gallery.Drawn:
    """Places of the subgraphs in the gallery; `among` names those that a filter let through."""
    parts = partition(key, k)
    return gallery.arrange(parts, gallery.pick(parts, among))
