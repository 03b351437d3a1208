"""What the pages compute, each thing once: keyed by names and numbers, never by arrays.

What is made of a dataset is made once for all visitors. What is made of a visitor's own graph is remembered
in that visitor's session alone.
"""

from collections.abc import Callable
from functools import wraps

import streamlit as st

import n2n
from n2n.compute.cache import BoundedCache
from n2n.datasets.info import DatasetInfo, Progress
from n2n.embedding.timeline import CACHE_SIZE
from n2n.files.csv import Table
from n2n.sampling import examples, gallery, tables
from pages.session import own_graphs


def once(cache: Callable, **options) -> Callable[[Callable], Callable]:
    """For a function of a dataset's key and more: cached for all, of an own graph for its session alone.

    Args:
        cache: `st.cache_data` or `st.cache_resource`, with its options.
    """

    def decorate(function: Callable) -> Callable:
        shared = cache(show_spinner=False, **options)(function)

        @wraps(function)
        def call(key: str, *arguments):
            if not own_graphs.is_own(key):
                return shared(key, *arguments)
            what = (function.__module__, function.__qualname__, *arguments)
            return own_graphs.remember(key, what, lambda: function(key, *arguments))

        return call

    return decorate


def info(key: str) -> DatasetInfo:
    """The facts of a dataset, or of a graph of this session."""
    return own_graphs.find(key).info if own_graphs.is_own(key) else n2n.catalogue()[key]


def graph(key: str, progress: Progress | None = None) -> n2n.Graph:
    """The graph of a dataset, or one of this session; `progress` is told how a long load goes."""
    return own_graphs.find(key).graph if own_graphs.is_own(key) else _loaded(key, progress)


@st.cache_resource(show_spinner=False, max_entries=6)
def _loaded(key: str, _progress: Progress | None) -> n2n.Graph:
    return n2n.load(key, _progress)


@once(st.cache_resource, max_entries=6)
def ranking(key: str) -> n2n.Ranking:
    """The neighbours of every node, ranked by dependency."""
    return n2n.rank(graph(key))


@once(st.cache_resource, max_entries=40)
def positives(key: str, k: int, sampler: str = "taps", seed: int = 0) -> n2n.Positives:
    """Positives of every node, by TAPS or at random; the seed matters for the latter only."""
    return ranking(key).top(k) if sampler == "taps" else n2n.random_positives(graph(key), k, seed)


@once(st.cache_resource, max_entries=40)
def partition(key: str, k: int) -> n2n.Partition:
    """The subgraphs that TAPS cuts out with k positives a node."""
    return n2n.partition(positives(key, k))


@once(st.cache_resource, max_entries=6)
def layout_cache(key: str) -> BoundedCache:
    """What keeps layouts of a graph and of runs on it; see `n2n.embedding.timeline`."""
    return BoundedCache(CACHE_SIZE)


@once(st.cache_data, max_entries=20)
def facts(key: str) -> dict[str, float]:
    """Counts of the graph; see `tables.facts`."""
    return tables.facts(graph(key))


@once(st.cache_data, max_entries=20)
def instructive_nodes(key: str) -> list[int]:
    """Nodes at which a TAPS step shows most."""
    return examples.instructive_nodes(ranking(key)).tolist()


@once(st.cache_data, max_entries=60)
def smoothness(key: str, seeds: int) -> Table:
    """Label smoothness over k; see `tables.smoothness`."""
    return tables.smoothness(graph(key), ranking(key), seeds)


@once(st.cache_data, max_entries=60)
def smoothness_by_class(key: str, k: int, seeds: int) -> Table:
    """Label smoothness of each class; see `tables.smoothness_by_class`."""
    return tables.smoothness_by_class(graph(key), ranking(key), k, seeds)


@once(st.cache_data, max_entries=20)
def percolation(key: str) -> Table:
    """How subgraphs join as k grows; see `tables.percolation`."""
    return tables.percolation(graph(key), ranking(key))


@once(st.cache_data, max_entries=40)
def subgraphs(key: str, k: int) -> Table:
    """One row per subgraph; see `tables.subgraphs`."""
    return tables.subgraphs(graph(key), partition(key, k))


@once(st.cache_resource, max_entries=40)
def drawn_gallery(key: str, k: int, among: tuple[int, ...] | None) -> gallery.Gallery:
    """Places of the subgraphs in the gallery; `among` names those that a filter let through."""
    parts = partition(key, k)
    return gallery.arrange(parts, gallery.pick(parts, among))
