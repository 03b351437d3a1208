"""What the pages compute, each thing once: keyed by names and numbers, never by arrays.

What is made of a dataset is made once for all visitors. What is made of a visitor's own graph is kept with
that graph, in the visitor's session alone.
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


def cached(cache: Callable, **options) -> Callable[[Callable], Callable]:
    """For a function of a dataset's key and more: cached for all visitors, or with the visitor's own graph.

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
            return own_graphs.find(key).results.get_or_make(what, lambda: function(key, *arguments))

        return call

    return decorate


def info(key: str) -> DatasetInfo:
    """The facts of a dataset, or of a graph of this session."""
    return own_graphs.find(key).info if own_graphs.is_own(key) else n2n.catalogue()[key]


def title(key: str) -> str:
    """The name of a dataset or of a visitor's graph; "another graph" where neither is known."""
    if own_graphs.is_own(key):
        held = own_graphs.held()
        return held[key].info.title if key in held else own_graphs.name_in(key)
    return n2n.catalogue()[key].title if key in n2n.catalogue() else "another graph"


def file_stem(key: str) -> str:
    """How the names of files about a dataset begin."""
    return own_graphs.name_in(key) if own_graphs.is_own(key) else key or "graph"


def graph(key: str, progress: Progress | None = None) -> n2n.Graph:
    """The graph of a dataset, or one of this session; `progress` is told how a long load goes."""
    return own_graphs.find(key).graph if own_graphs.is_own(key) else _loaded(key, progress)


@st.cache_resource(show_spinner=False, max_entries=6)
def _loaded(key: str, _progress: Progress | None) -> n2n.Graph:
    return n2n.load(key, _progress)


@cached(st.cache_resource, max_entries=6)
def ranking(key: str) -> n2n.Ranking:
    """The neighbours of every node, ranked by dependency."""
    return n2n.rank(graph(key))


@cached(st.cache_resource, max_entries=40)
def positives(key: str, k: int, sampler: str = "taps", seed: int = 0) -> n2n.Positives:
    """Positives of every node, by TAPS or at random; the seed matters for the latter only."""
    return ranking(key).top(k) if sampler == "taps" else n2n.random_positives(graph(key), k, seed)


@cached(st.cache_resource, max_entries=40)
def partition(key: str, k: int) -> n2n.Partition:
    """The subgraphs that TAPS forms with k positives per node."""
    return n2n.partition(positives(key, k))


@cached(st.cache_resource, max_entries=6)
def layout_cache(key: str) -> BoundedCache:
    """What keeps layouts of a graph and of runs on it; see `n2n.embedding.timeline`."""
    return BoundedCache(CACHE_SIZE)


@cached(st.cache_data, max_entries=20)
def facts(key: str) -> dict[str, float]:
    """Counts of the graph; see `tables.facts`."""
    return tables.facts(graph(key))


@cached(st.cache_data, max_entries=20)
def instructive_nodes(key: str) -> list[int]:
    """Nodes at which a TAPS step shows most."""
    return examples.instructive_nodes(ranking(key)).tolist()


@cached(st.cache_data, max_entries=60)
def smoothness(key: str, seeds: int) -> Table:
    """Label smoothness over k; see `tables.smoothness`."""
    return tables.smoothness(graph(key), ranking(key), seeds)


@cached(st.cache_data, max_entries=60)
def smoothness_by_class(key: str, k: int, seeds: int) -> Table:
    """Label smoothness of each class; see `tables.smoothness_by_class`."""
    return tables.smoothness_by_class(graph(key), ranking(key), k, seeds)


@cached(st.cache_data, max_entries=20)
def percolation(key: str) -> Table:
    """How subgraphs merge as k grows; see `tables.percolation`."""
    return tables.percolation(graph(key), ranking(key))


@cached(st.cache_data, max_entries=40)
def subgraphs(key: str, k: int) -> Table:
    """One row per subgraph; see `tables.subgraphs`."""
    return tables.subgraphs(graph(key), partition(key, k))


@cached(st.cache_resource, max_entries=40)
def drawn_gallery(key: str, k: int, among: tuple[int, ...] | None) -> gallery.Gallery:
    """Positions of the subgraphs in the gallery; `among` lists those that pass the filter."""
    parts = partition(key, k)
    return gallery.arrange(parts, gallery.pick(parts, among))
