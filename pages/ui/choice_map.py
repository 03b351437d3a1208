"""The map with the edges that a choice of neighbours keeps: on Start and in the lessons."""

import numpy as np

from n2n.embedding.picture import groups
from n2n.plots import map as plots
from n2n.taps.map import undirected_pairs
from pages.session import data
from pages.ui import choices, graph_map, maps


def draw(key: str, name: str, k: int | None, way: str, wrong: int, height: int | str) -> None:
    """Draw it, the nodes coloured by class.

    Args:
        name: of the picture, unique on its page.
        k, way, wrong: which edges; see `pages.ui.choices`.
    """
    graph = data.graph(key)
    classes = groups(graph, np.arange(graph.num_nodes), "Label")
    everything = k is None or way == "All"
    # Without wrong edges the browser has all edges already, and knows which of them TAPS chooses.
    known = not wrong and (everything or (way == "TAPS" and not maps.points(key).condensed))
    edges = "all edges" if everything else f"the edges to {k} of the neighbours of each node, chosen by {way}"
    graph_map.draw(
        key,
        graph,
        name,
        plots.colouring(classes),
        alt=f"{data.title(key)}, its nodes coloured by class, with {edges}; {wrong}% wrong edges added",
        positions=choices.positions(key, k, way, wrong),
        k=k if k and not everything else -1,
        own=None if known else undirected_pairs(choices.positives(key, k, way, wrong)),
        height=height,
    )
    graph_map.legend(classes)
