"""What the pages compute, each thing once: keyed by names and numbers, never by arrays.

What is made of a dataset is made once for all visitors. What is made of a visitor's own graph is kept with
that graph. What takes longer than a page may is in `pages.session.background`.
"""

from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps

import streamlit as st

import n2n
from n2n.compute.cache import BoundedCache
from n2n.embedding.timeline import CACHE_SIZE
from n2n.files.csv import Table
from n2n.graph import names
from n2n.graph.info import DatasetInfo
from n2n.graph.splits import Split
from n2n.methods.base import MethodSettings
from n2n.plots import theme
from n2n.taps import drawing, tables
from n2n.taps.map import shipped_positives
from n2n.taps.samplers import ALL, choose_positives
from pages.session import jobs, own_graphs
from pages.session.background import background

LARGE = 1_000_000
"""From this many edges on, a page shows that it is computing, and some of it leaves out every node."""


def cached(cache: Callable, words: str = "Computing", **options) -> Callable[[Callable], Callable]:
    """For a function of a dataset's key and more: cached for all visitors, or with the visitor's own graph.

    Args:
        cache: `st.cache_data` or `st.cache_resource`, with its options.
        words: what the function does, for those who wait for it on a large graph.
    """

    def decorate(function: Callable) -> Callable:
        shared = cache(show_spinner=False, **options)(function)

        @wraps(function)
        def call(key: str, *arguments):
            if not own_graphs.is_own(key):
                return shared(key, *arguments)
            results = own_graphs.find(key).results
            what = (function.__module__, function.__qualname__, *arguments)
            with st.spinner(f"{words} …") if is_large(key) else nullcontext():
                return results.get_or_make(what, lambda: function(key, *arguments))

        return call

    return decorate


def is_large(key: str) -> bool:
    """Whether a graph is so large that pages take seconds."""
    return info(key).edges >= LARGE


def source(key: str, graph: n2n.Graph) -> jobs.Source:
    """What a worker process gets a graph by."""
    if key in n2n.catalogue() and graph is _loaded(key):
        return key
    return str(graph.folder) if graph.folder is not None else graph


def info(key: str) -> DatasetInfo:
    """The facts of a dataset, or of a graph of this session."""
    return own_graphs.find(key).info if own_graphs.is_own(key) else n2n.catalogue()[key]


def title(key: str) -> str:
    """The name of a dataset or of a visitor's graph; "another graph" where neither is known."""
    if own_graphs.is_own(key):
        held = own_graphs.held()
        return held[key].info.title if key in held else own_graphs.name_in(key)
    return n2n.catalogue()[key].title if key in n2n.catalogue() else "another graph"


def public_title(key: str) -> str:
    """What everybody may see of a graph, such as in the queue: nothing of a visitor's own one."""
    return n2n.catalogue()[key].title if key in n2n.catalogue() else "a visitor's own graph"


def file_stem(key: str) -> str:
    """How the names of files about a dataset begin."""
    return own_graphs.name_in(key) if own_graphs.is_own(key) else key or "graph"


def graph(key: str) -> n2n.Graph:
    """The graph of a dataset, or one of this visitor; the page ends while it is being fetched."""
    if own_graphs.is_own(key):
        return own_graphs.find(key).graph
    if not info(key).bundled:
        background(
            ("dataset", key),
            jobs.load_dataset,
            key,
            title=f"Loading {info(key).title}",
            note="The first time can take a minute; meanwhile, choose another dataset in the sidebar.",
        )
    return _loaded(key)


def split(graph: n2n.Graph, settings: MethodSettings) -> Split | None:
    """The split of a graph that a run would have; None without labels, or with too few for that split."""
    try:
        return graph.split(settings.split, settings.split_seed) if graph.has_labels else None
    except ValueError:
        return None


def label_use(graph: n2n.Graph, settings: MethodSettings) -> str:
    """What the labels of a graph are for in a run, in a sentence; "" where it has none for a split."""
    parts = split(graph, settings)
    if parts is None:
        return ""
    train = theme.nodes(len(parts.train))
    if settings.framework == "URL":
        return (
            "Learns without labels. Its score is that of a linear probe, which is trained on the frozen "
            f"representations of {train} and their labels."
        )
    return f"Learns from the labels of {train}."


@st.cache_resource(show_spinner=False, max_entries=6)
def _loaded(key: str) -> n2n.Graph:
    return n2n.load(key)


@cached(st.cache_resource, "Ranking the neighbours", max_entries=6)
def ranking(key: str) -> n2n.Ranking:
    """The neighbours of every node, ranked by dependency: all of it computed here, where pages may wait."""
    ranked = n2n.rank(graph(key))
    ranked.dependency  # noqa: B018 (computes it)
    return ranked


def ranking_for(key: str, settings: MethodSettings) -> n2n.Ranking | None:
    """The ranking from which a run takes its positives; None where it needs none."""
    by_taps = settings.sampler == "taps" and settings.k != ALL and "sampler" in settings.relevant
    return ranking(key) if by_taps else None


@cached(st.cache_data, "Searching the names", max_entries=50)
def find_nodes(key: str, text: str) -> list[int]:
    """Nodes by a part of their name, or by their number."""
    return names.find_nodes(graph(key), text)


@cached(st.cache_resource, "Choosing positives", max_entries=40)
def positives(key: str, k: int, sampler: str = "taps", seed: int = 0) -> n2n.Positives:
    """Positives of every node, by TAPS or at random; the seed matters for the latter only."""
    taps = sampler == "taps"
    found = shipped_positives(key, graph(key), k) if taps else None
    return found or choose_positives(graph(key), sampler, k, seed, ranking(key) if taps else None)


@cached(st.cache_resource, "Finding the subgraphs", max_entries=40)
def partition(key: str, k: int | None) -> n2n.Partition:
    """The subgraphs that TAPS forms with k positives per node; None: the connected parts of the graph."""
    return n2n.partition(n2n.all_neighbours(graph(key)) if k is None else positives(key, k))


@cached(st.cache_resource, max_entries=6)
def layout_cache(key: str) -> BoundedCache:
    """What keeps layouts of a graph and of runs on it; see `n2n.embedding.timeline`."""
    return BoundedCache(CACHE_SIZE)


@cached(st.cache_data, "Counting", max_entries=20)
def facts(key: str) -> dict[str, float]:
    """Counts of the graph; see `tables.facts`."""
    return tables.facts(graph(key))


@cached(st.cache_data, "Comparing TAPS with random draws", max_entries=60)
def smoothness(key: str, seeds: int) -> Table:
    """Label smoothness over k; see `tables.smoothness`."""
    return tables.smoothness(graph(key), ranking(key), seeds)


@cached(st.cache_data, "Comparing the classes", max_entries=60)
def smoothness_by_class(key: str, k: int, seeds: int) -> Table:
    """Label smoothness of each class; see `tables.smoothness_by_class`."""
    return tables.smoothness_by_class(graph(key), ranking(key), k, seeds)


@cached(st.cache_data, "Merging subgraphs as k grows", max_entries=20)
def percolation(key: str) -> Table:
    """How subgraphs merge as k grows; see `tables.percolation`."""
    return tables.percolation(graph(key), ranking(key))


@cached(st.cache_data, "Measuring the subgraphs", max_entries=40)
def subgraphs(key: str, k: int) -> Table:
    """One row per subgraph; see `tables.subgraphs`."""
    return tables.subgraphs(graph(key), partition(key, k))


@cached(st.cache_data, "Measuring the subgraphs", max_entries=40)
def purities(key: str, k: int | None) -> dict[str, float]:
    """How pure the subgraphs are; see `tables.purities`."""
    return tables.purities(graph(key), partition(key, k))


@cached(st.cache_resource, "Finding the subgraphs", max_entries=40)
def random_partition(key: str, k: int) -> n2n.Partition:
    """The subgraphs that k random neighbours per node form (seed 0)."""
    return n2n.partition(positives(key, k, "random"))


@cached(st.cache_resource, "Arranging the gallery", max_entries=40)
def drawn_gallery(key: str, k: int, among: tuple[int, ...] | None) -> drawing.Gallery:
    """Positions of the subgraphs in the gallery; `among` lists those that pass the filter."""
    parts = partition(key, k)
    return drawing.arrange(parts, drawing.pick(parts, among))
