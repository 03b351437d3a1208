"""The scenes of the lessons: each draws one figure with at most two controls, for whatever graph is chosen.

A scene returns the numbers that the texts of a step in `assets/lessons.toml` name in braces.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

import n2n
from n2n.noise import measures
from n2n.plots import choices as choice_plots
from n2n.plots import robustness, taps, theme
from n2n.plots.network import network
from n2n.plots.smoothness import by_k
from n2n.taps import drawing
from n2n.taps.ranking import explain
from n2n.taps.smoothness import label_smoothness
from pages.parts.lesson_runs import two_embeddings, two_runs
from pages.parts.stage import Facts, Stage, Unsuitable
from pages.session import data
from pages.ui import choices, edits, nodes

GRAPHS = ("karate", "cora", "citeseer", "pubmed")
"""Graphs that are compared: those that come with the program."""


# One node ---------------------------------------------------------------------------------------------------


def _about(stage: Stage, node: int) -> Facts:
    """What is said of a node and its best neighbour."""
    graph, examples = stage.graph, choices.examples(stage.key)
    near = graph.neighbours(node)
    order, _, common = data.ranking(stage.key).neighbours(node)
    same = int((graph.y[near] == graph.y[node]).sum())
    return {
        "node": nodes.in_words(graph, node),
        "neighbours": theme.counted(len(near), "neighbour"),
        "same": same,
        "node_chance": same / len(near),
        "best": nodes.in_words(graph, int(order[0])),
        "common": theme.counted(int(common[0]), "neighbour"),
        "expected": float(graph.degree[node] * graph.degree[order[0]] / graph.num_nodes),
        "right": examples.right.mean(),
        "chance": examples.chance.mean(),
    }


def neighbourhood(stage: Stage) -> Facts:
    node = stage.node()
    figure = network(stage.graph, drawing.ego(stage.graph, node), centre=node)
    stage.show(figure, f"Node {node} and its neighbours, coloured by class")
    return _about(stage, node)


def ranking(stage: Stage) -> Facts:
    node, k = stage.node(), stage.k()
    drawn = data.positives(stage.key, k, "random").of(node)
    figure = taps.ranking(data.ranking(stage.key), node, k, drawn)
    stage.show(figure, f"The neighbours of node {node} by dependency; the first {k} are kept")
    return _about(stage, node)


def _best(stage: Stage, node: int) -> int:
    return int(data.ranking(stage.key).neighbours(node)[0][0])


def _circles(stage: Stage, i: int, j: int) -> None:
    both, only_i, only_j, neither = (term.count for term in explain(stage.graph, i, j))
    stage.show(taps.venn(only_i, both, only_j, neither, i, j), f"The neighbourhoods of nodes {i} and {j}")


def circles(stage: Stage) -> Facts:
    node = stage.node()
    _circles(stage, node, _best(stage, node))
    return _about(stage, node)


def terms(stage: Stage) -> Facts:
    node = stage.node()
    best = _best(stage, node)
    cells = explain(stage.graph, node, best)
    stage.show(taps.terms(cells, node, best), "The four terms of the dependency and their sum")
    values = [cell.term for cell in cells]
    largest = int(np.argmax(np.abs(values)))
    return _about(stage, node) | {
        "dependency": sum(values),
        "largest": ("in both", f"{node} only", f"{best} only", "in neither")[largest],
        "largest_term": values[largest],
    }


def strangers(stage: Stage) -> Facts:
    """The edge of largest dependency whose ends have no common neighbour."""
    ranked, graph = data.ranking(stage.key), stage.graph
    alone = ranked.common == 0
    if not alone.any():
        raise Unsuitable("Every edge of this graph joins two nodes with a common neighbour.")
    edge = int(np.argmax(np.where(alone, ranked.dependency, -1.0)))
    i, j = int(graph.sources[edge]), int(graph.indices[edge])
    _circles(stage, i, j)
    return {
        "node": nodes.in_words(graph, i),
        "best": nodes.in_words(graph, j),
        "dependency": float(ranked.dependency[edge]),
        "above": float((ranked.dependency < ranked.dependency[edge]).mean()),
        "alone": float(alone.mean()),
    }


# All nodes --------------------------------------------------------------------------------------------------


def subgraphs(stage: Stage) -> Facts:
    k = stage.k()
    stage.map(k)
    shares = {one: data.partition(stage.key, one).sizes[0] / stage.graph.num_nodes for one in {1, 2, k}}
    return {
        "k": k,
        "parts": theme.counted(data.partition(stage.key, k).num_subgraphs, "subgraph"),
        "largest": shares[k],
        "largest_1": shares[1],
        "largest_2": shares[2],
    }


def _purity(stage: Stage, k: int, wrong: int) -> Facts:
    found = choices.purities(stage.key, k, wrong)
    verdict = {0: "No clear difference", 1: "TAPS is better", -1: "TAPS is worse"}[found.difference]
    return {
        "k": k,
        "wrong": wrong,
        "purity_taps": found.taps,
        "purity_sentence": f"{verdict}: purity {found.words}.",
    }


def one_edge(stage: Stage, wrong: int = 0) -> Facts:
    way = stage.choice("Chosen by", choices.WAYS[:2], "way")
    stage.map(1, way, wrong)
    parts = theme.counted(choices.partition(stage.key, 1, way, wrong).num_subgraphs, "subgraph")
    return {"way": "TAPS" if way == "TAPS" else "chance", "parts": parts} | _purity(stage, 1, wrong)


def purity(stage: Stage, noisy: bool = False) -> Facts:
    k, wrong = (1, stage.wrong("50")) if noisy else (stage.k(), 0)
    found = choices.purities(stage.key, k, wrong)
    figure = choice_plots.purities(found.taps, found.random, found.all)
    stage.show(figure, "The purity of the subgraphs for TAPS, random neighbours and all neighbours")
    facts = _purity(stage, k, wrong)
    for level in (0, 50, 100) if noisy else ():
        one = choices.purities(stage.key, 1, level)
        facts[f"gap_{level}"] = 100 * (one.taps - one.mean)
    return facts


def smoothness(stage: Stage, per: str = "sampled") -> Facts:
    table = data.smoothness(stage.key, choices.DRAWS)
    stage.show(by_k(table, per), "Label smoothness of TAPS and of random neighbours for each k")
    rows = pd.DataFrame(table).query("per == @per").reset_index()
    return {
        "taps": rows.taps[0],
        "taps_5": rows.taps[4],
        "random": rows.random_mean[0],
        "random_5": rows.random_mean[4],
        "sd": rows.random_sd[0],
        "all": rows.taps[5],
        "largest_degree": int(stage.graph.degree.max(initial=0)),
    }


def graphs(stage: Stage, wrong: int = 0) -> Facts:
    """Whatever graph is chosen: those that come with the program, side by side."""
    found = {data.title(key): choices.purities(key, 1, wrong) for key in GRAPHS}
    figure = choice_plots.over_graphs({name: (one.taps, one.random) for name, one in found.items()})
    stage.show(figure, "Purity for TAPS and for random neighbours on several graphs")

    def named(sign: int) -> str:
        return ", ".join(name for name, one in found.items() if one.difference == sign) or "none of them"

    gaps = {name: 100 * (one.taps - one.mean) for name, one in found.items()}
    most, least = max(gaps, key=gaps.__getitem__), min(gaps, key=gaps.__getitem__)
    return {
        "better": named(1),
        "worse": named(-1),
        "equal": named(0),
        "most": most,
        "most_gap": gaps[most],
        "least": least,
        "least_gap": gaps[least],
    }


# Wrong edges ------------------------------------------------------------------------------------------------


def wrong_edges(stage: Stage) -> Facts:
    wrong = stage.wrong("100")
    stage.map(None, "All", wrong)
    changed, known = choices.graph(stage.key, wrong), stage.graph.y[stage.graph.y >= 0]
    same = [1 - label_smoothness(stage.graph, n2n.all_neighbours(one)) for one in (changed, stage.graph)]
    return {
        "added": theme.counted(changed.num_edges - stage.graph.num_edges, "wrong edge"),
        "same": same[0],
        "same_0": same[1],
        "by_chance": float(((np.bincount(known) / len(known)) ** 2).sum()),
    }


@data.cached(st.cache_data, "Counting wrong positives", max_entries=6)
def _wrong_positives(key: str) -> pd.DataFrame:
    return measures.wrong_positives(data.graph(key), (0, 25, 50, 100), (1,))


def wrong_positives(stage: Stage) -> Facts:
    table = _wrong_positives(stage.key)
    stage.show(robustness.wrong_positives(table, "added"), "Positives over an added edge, by level of noise")
    full = table[table.noise == 100].set_index("positives").added
    return {"taps_added": full["TAPS-1"], "random_added": full["Random-1"], "all_added": full["All"]}


def dependencies(stage: Stage) -> Facts:
    ranked = edits.edited_ranking(stage.key, n2n.Edits(noise=100))
    added = measures.added_edges(stage.graph, ranked.graph)
    figure = robustness.dependencies(ranked.dependency[~added], ranked.dependency[added])
    stage.show(figure, "Dependency of the edges of the graph and of added ones")
    return measures.separation(stage.graph, ranked.graph, ranked)


_PLAIN = (
    *(neighbourhood, ranking, circles, terms, strangers, subgraphs, one_edge, purity, smoothness, graphs),
    *(wrong_edges, wrong_positives, dependencies, two_runs, two_embeddings),
)
SCENES: dict[str, Callable[[Stage], Facts]] = {scene.__name__: scene for scene in _PLAIN} | {
    "one_edge_wrong": partial(one_edge, wrong=100),
    "purity_wrong": partial(purity, noisy=True),
    "smoothness_per_edge": partial(smoothness, per="graph"),
    "graphs_wrong": partial(graphs, wrong=100),
}
"""By the names in `assets/lessons.toml`."""
