"""Embeddings: raw features beside what training made of them, still or moving."""

from html import unescape

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from n2n.embedding.picture import Group, fitted
from n2n.embedding.projection import Projection
from n2n.embedding.timeline import RAW, TRAINED, Timeline
from n2n.plots import embedding, theme
from n2n.plots import map as plots
from pages.parts import embedding_source, neighbourhood_change
from pages.session import data, jobs
from pages.session.background import ask
from pages.ui import controls, figures, frame, graph_map, nodes, selection

HEIGHT = 390
VIEWS = ("Side by side", "Animation over epochs", "On the map", neighbourhood_change.VIEW)
SIDES = ("left", "right")
METHODS = {"UMAP": "umap", "PCA": "pca"}


def _moment(label: str, names: dict[str, str | int], default: str, key: str) -> str | int:
    """One of the timeline, in their order."""
    if st.session_state.get(key) not in names:
        st.session_state.pop(key, None)
    return names[st.select_slider(label, list(names), value=default, key=key, **controls.BOUND)]


def _make_umap(timeline: Timeline, name: str, wanted: list, dimensions: int) -> bool:
    """Whether the UMAP layouts are there; while a worker makes them, its progress is shown."""
    missing = [
        moment
        for moment in wanted
        if timeline.possible(moment, "umap", dimensions) and not timeline.layout(moment, "umap", dimensions)
    ]
    if not missing:
        return True
    found = ask(
        ("umap", key, name, dimensions, *missing),
        jobs.umap,
        {moment: timeline.vectors(moment) for moment in missing},
        dimensions,
        title="UMAP",
        note="PCA is shown until UMAP is done. The first one takes longer.",
    )
    for moment, projection in (found or {}).items():
        timeline.keep(moment, projection)
    return found is not None


def _layout(timeline: Timeline, moment, method: str, dimensions: int) -> Projection:
    """The layout; until UMAP is done, PCA stands in its place."""
    found = timeline.layout(moment, method, dimensions) or timeline.layout(moment, "pca", dimensions)
    assert found is not None
    return found


def _panel(place: str, timeline: Timeline, moment, method: str, dimensions: int, look, marked) -> Projection:
    """One picture."""
    projection = _layout(timeline, moment, method, dimensions)
    st.markdown(f"**{timeline.title(moment)}** · {projection.method.upper()}")
    groups, texts = look(projection.nodes)
    alt = f"{timeline.title(moment)}: every node as a point"
    name = f"{data.file_stem(key)}-{moment}-{place}"

    def make() -> go.Figure:
        return theme.dress(embedding.scatter(projection, groups, texts, marked), dark)

    dark = frame.dark()
    if dimensions == 2:
        graph_map.draw(
            key,
            graph,
            f"embedding-{place}",
            plots.colouring(groups),
            alt=alt,
            positions=fitted(projection.positions),
            nodes=projection.nodes,
            tips=[unescape(text.replace("<br>", " · ")) for text in texts],
            height=HEIGHT,
            on_pick=lambda node: selection.select_also(key, node),
        )
        figures.downloads(name, {"HTML": (f"{name}.html", lambda: make().to_html(), "text/html")})
    else:
        figures.figure(make(), name, height=HEIGHT, alt=alt, legend=False)
    if not timeline.possible(moment, method, dimensions):
        st.caption("Bundled runs have UMAP in 2D only.")
    return projection


def _numbers(timeline: Timeline, moment, projection: Projection) -> None:
    """How far apart the classes are, in the vectors and in the picture."""
    full, picture = timeline.separation(moment), timeline.picture_separation(projection)
    frame.metrics(
        {
            "Neighbour purity": f"{full.purity:.2f}",
            "Silhouette": f"{full.silhouette:.2f}",
            "Neighbour purity in the picture": f"{picture.purity:.2f}",
        }
    )


def _animation(timeline: Timeline, name: str, method: str, dimensions: int, look, marked) -> None:
    """The snapshots one after the other, with the purity of each."""
    epochs = timeline.epochs
    ready = method == "umap" and _make_umap(timeline, name, epochs, dimensions)
    used = method if ready else "pca"
    projections = {at: _layout(timeline, at, used, dimensions) for at in epochs}
    table = {"epoch": epochs}
    if timeline.graph.has_labels:
        found = [timeline.separation(at) for at in epochs]
        table |= {"purity": [f.purity for f in found], "silhouette": [f.silhouette for f in found]}
    st.markdown(f"**Epochs {epochs[0]} to {epochs[-1]}** · {used.upper()}")
    figures.figure(
        embedding.animation(projections, *look(projections[epochs[0]].nodes), marked),
        f"{data.file_stem(key)}-animation",
        table=table,
        height=HEIGHT + 100,
        alt="The embedding as it is trained",
    )
    if timeline.graph.has_labels:
        values = zip(epochs, table["purity"], strict=True)
        frame.metrics({f"Neighbour purity, epoch {at}": f"{purity:.2f}" for at, purity in values})
    st.caption(
        "Every picture is scaled to the same size and rotated to match the previous one: watch the shape."
    )


def _explained(timeline: Timeline, moment, pictures: int) -> str:
    """What can be done, how many nodes are drawn, and how the numbers were computed."""
    shown, total = len(timeline.layout(moment, "pca").nodes), timeline.graph.num_nodes
    where = " in both pictures" if pictures > 1 else ""
    text = f"Click nodes to mark them{where}, or click the lasso button and draw around them. "
    text += f"{shown:,} of {total:,} nodes are drawn, chosen at random. " if shown < total else ""
    if not timeline.graph.has_labels:
        return text + "Purity and silhouette need labels, and this graph has none."
    full = timeline.separation(moment)
    asked = f"a sample of {full.asked:,}" if full.sampled else f"all {full.points:,}"
    return (
        f"{text}Purity: share of the {full.k} nearest nodes with the same label, by cosine over the whole "
        "vectors; in the picture by Euclidean distance. Silhouette by cosine. "
        f"Means over {asked} nodes."
    )


def _notices(timeline: Timeline, left, right) -> tuple[str, ...]:
    sentences = []
    if timeline.graph.has_labels and left != right:
        a, b = timeline.separation(left), timeline.separation(right)
        sentences.append(
            f"Of the {b.k} nearest nodes of a node, {a.purity:.0%} share its label in "
            f"{_words(timeline, left)} and {b.purity:.0%} in {_words(timeline, right)}: "
            f"purity {a.purity:.2f} → {b.purity:.2f}, where chance gives {b.chance:.2f}. "
            f"Silhouette {a.silhouette:.2f} → {b.silhouette:.2f}."
        )
    if timeline.scores:
        sentences.append(
            f"The classifier on top reaches {timeline.scores.test:.1%} micro-F1 on the test nodes"
            f"{' from the features of each node alone' if timeline.settings.reach == 0 else ''} "
            f"(seed {timeline.settings.seed}, best validation epoch {timeline.scores.epoch})."
        )
    if not sentences:
        sentences.append(
            "Look for groups: nodes that lie close together have similar features. Colour them by subgraph "
            "to see whether TAPS finds the same groups from the edges alone."
        )
    return tuple(sentences)


def _words(timeline: Timeline, moment) -> str:
    fixed = {RAW: "the raw features", TRAINED: f"the trained embedding (epoch {timeline.best})"}
    return fixed.get(moment, f"epoch {moment}")


main, side = frame.page(
    "Embeddings",
    "Raw features beside what training makes of them: nodes with similar representations are drawn close to "
    "each other.",
    first="figure",
)
key, graph = frame.dataset()
with side:
    name, timeline, run = embedding_source.choose(key, graph)
    names = {
        "Trained" if moment == TRAINED else timeline.title(moment): moment for moment in timeline.moments
    }
    view = controls.choice("View", VIEWS, "panels")
    if view == neighbourhood_change.VIEW:
        neighbourhood_change.show(key, graph, main, run)
        embedding_source.offer_training(key, graph)
        st.stop()
    on_map = view == VIEWS[2]
    left = right = timeline.moments[0] if timeline.moments else RAW
    if view == VIEWS[1] and len(timeline.epochs) > 1:
        left, right = timeline.epochs[0], timeline.epochs[-1]
    elif on_map:
        right = TRAINED if TRAINED in timeline.moments else left
    elif len(names) > 1:
        left = _moment("Left", names, next(iter(names)), "left")
        right = _moment("Right", names, list(names)[-1], "right")
    if on_map:
        shown_look = graph_map.choose(key, graph, shown=(timeline.predictions, timeline.name))
        colour, k = shown_look.colour, shown_look.k
    else:
        method = METHODS[controls.choice("Projection", tuple(METHODS), "layout")]
        dimensions = int(controls.choice("Dimensions", ("2D", "3D"), "space")[0])
        colour = graph_map.choose_colour(key, graph, timeline.predictions)
        k = controls.positives() if colour == "Subgraph" else 1
    nodes.find_node(key, lambda node: selection.select_also(key, node), "Select a node")
    embedding_source.offer_training(key, graph)
with main:
    if not timeline.moments:
        st.info("This graph has no features, so there is nothing to embed. Choose another dataset.")
        st.stop()
    parts, marked = data.partition(key, k), selection.selected(key, graph)

    def look(nodes: np.ndarray) -> tuple[list[Group], np.ndarray]:
        """Colours and hover texts of the nodes of a picture."""
        drawn = graph_map.node_groups(key, graph, nodes, colour, timeline.predictions, k)
        return drawn, embedding.details(graph, nodes, timeline.predictions, parts)

    embedding_source.show_state(run)
    pictures = 1
    if on_map:
        graph_map.show(key, graph, "embedding-map", shown_look)
        st.caption("The map of the graph, at the same positions as on the page Graph.")
    elif view == VIEWS[1] and len(timeline.epochs) > 1:
        _animation(timeline, name, method, dimensions, look, marked)
    else:
        if view == VIEWS[1]:
            st.info("This embedding has no snapshots: train a run that keeps some to see it move.")
        shown = list(dict.fromkeys((left, right)))
        if method == "umap":
            _make_umap(timeline, name, shown, dimensions)
        graph_map.legend(look(timeline.layout(left, "pca").nodes)[0])
        pictures = len(shown)
        columns, drawn = st.columns([1] * pictures, gap="medium"), []
        for place, column in enumerate(columns):
            with column:
                drawn.append(_panel(SIDES[place], timeline, shown[place], method, dimensions, look, marked))
        # After both pictures: of a large graph the numbers take a moment.
        for place, column in enumerate(columns if graph.has_labels else ()):
            with column:
                _numbers(timeline, shown[place], drawn[place])
    frame.notice(*_notices(timeline, left, right))
    st.caption(_explained(timeline, right, pictures))
    if marked is not None:
        selection.show(key, graph, parts, k, marked, timeline.predictions)
    frame.mathematics(
        "The encoder of N2N maps the features of a node to its embedding and reads no edge. For n nodes with "
        "labels y, let K(i) be the k nearest nodes of node i, and D(i, c) its mean distance to the other "
        "nodes of class c:",
        r"$\text{purity} = \frac{1}{n} \sum_i \frac{|\{j \in K(i) : y_j = y_i\}|}{k}$",
        r"$\text{silhouette} = \frac{1}{n} \sum_i \frac{b_i - a_i}{\max(a_i, b_i)}, \qquad "
        r"a_i = D(i, y_i), \quad b_i = \min_{c \neq y_i} D(i, c)$",
        "The distance is one minus the cosine. PCA takes the directions in which the points spread most. "
        "UMAP arranges the points so that near ones stay near; distances between far groups mean little.",
    )
