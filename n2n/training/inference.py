"""How long the prediction of one new node takes, measured.

A node that has just arrived brings its features and its edges. A method that needs the features alone
encodes one row. A method that passes messages first gathers the neighbourhood as far as its layers reach,
L hops, then runs on all of it. Both parts are timed, one node at a time, as a service would answer a request;
the weights need not have been trained for that.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
import scipy.sparse as sp

from n2n.graph import Graph
from n2n.methods.base import ALL, MethodSettings
from n2n.taps.samplers import choose_positives

# Nodes that play the new one, and how often each is timed; the fastest time of each counts.
NODES, ROUNDS = 20, 5


@dataclass(frozen=True)
class InferenceTime:
    """What the prediction of one new node costs on this machine."""

    microseconds: float
    """The mean over the nodes that were tried."""
    reach: int | str
    """Hops that are read around the node; 0 for its features alone, "all" for the whole graph."""
    nodes_read: float
    """Nodes whose features are read, itself included, on average."""


def inference_time(
    graph: Graph, settings: MethodSettings, nodes: int = NODES, seed: int = 0
) -> InferenceTime | None:
    """Microseconds per new node of a method on a graph; None where it would have to be trained first.

    Gathering the neighbourhood is timed, and so is the network on all of it, classifier included. Not timed:
    what does not depend on the node, and scaling edges by degrees, which a service would keep; nor what SGC
    and L2-GCN smooth beforehand, so their times are lower bounds. "all" times the network on the whole graph.

    Args:
        nodes: how many nodes, drawn at random, are taken as the new one.

    >>> import n2n
    >>> time = inference_time(n2n.load("karate"), n2n.Settings(width=8), nodes=2)
    >>> time.reach, time.nodes_read, time.microseconds > 0
    (0, 1.0, True)
    """
    reach = settings.reach
    if reach is None:
        return None
    if settings.framework != "URL" and not graph.has_labels:
        raise ValueError(f"{graph.name} has no labels, which {settings.name} needs: choose another method.")
    if isinstance(reach, str):
        seconds = _time_network(graph, settings, graph.num_classes)
        return InferenceTime(1e6 * seconds, reach, float(graph.num_nodes))
    near = _edges(graph, settings)
    drawn = np.random.default_rng(seed).choice(graph.num_nodes, min(nodes, graph.num_nodes), replace=False)
    times, sizes = [], []
    for node in drawn:
        (x, edges), gathering = _fastest(lambda node=node: _gather(graph, near, node, reach))
        around = Graph.from_edges(np.stack(edges.nonzero()), x=x, num_nodes=x.shape[0])
        times.append(gathering + _time_network(around, settings, graph.num_classes))
        sizes.append(x.shape[0])
    return InferenceTime(1e6 * float(np.mean(times)), reach, float(np.mean(sizes)))


def _edges(graph: Graph, settings: MethodSettings) -> sp.csr_array:
    """The neighbours that a layer reads: all, or those that were sampled."""
    if settings.reach == 0 or settings.k == ALL or "k" not in settings.relevant:
        return graph.adjacency()
    return choose_positives(graph, settings.sampler, settings.k, settings.sampling_seed).matrix()


def _gather(graph: Graph, near: sp.csr_array, node: int, hops: int) -> tuple[Any, sp.csr_array]:
    """(features, edges) of a node and of all nodes within a number of hops."""
    nodes = frontier = np.array([node])
    for _ in range(hops):
        frontier = np.setdiff1d(near[frontier].indices, nodes)
        nodes = np.concatenate([nodes, frontier])
    return graph.x[nodes], near[nodes][:, nodes] if hops else sp.csr_array((1, 1), dtype=np.float32)


def _time_network(graph: Graph, settings: MethodSettings, classes: int) -> float:
    """Seconds of one pass over a graph, from its features to the class of each node."""
    import torch  # it takes seconds to load

    from n2n.methods.model import synchronise
    from n2n.training.unseen import trained_model

    model = trained_model(graph, settings, None, classes)
    stage = settings.stages[-1]
    if len(settings.stages) > 1:
        model.begin_stage(stage)
    head = torch.zeros(settings.width, max(classes, 1), device=model.device)

    def predict() -> None:
        h = model.embed()
        # The classifier on frozen representations is a linear map of unit rows.
        if stage == "pretext":
            (torch.nn.functional.normalize(h, dim=1) @ head).argmax(1)
        else:
            model.predict(h, stage)
        synchronise(model.device)

    predict()  # the first one compiles
    return _fastest(predict)[1]


def _fastest(function: Callable[[], Any]) -> tuple[Any, float]:
    """What a function returns, and the seconds of its fastest call."""
    result, times = None, []
    for _ in range(ROUNDS):
        start = perf_counter()
        result = function()
        times.append(perf_counter() - start)
    return result, min(times)
