"""Embeddings: raw features beside what training made of them, still or moving."""

from html import unescape

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from n2n.embedding.picture import fitted
from n2n.embedding.projection import Projection
from n2n.embedding.shipped import RUNS, load_shipped
from n2n.embedding.timeline import RAW, TRAINED, Moment, Timeline
from n2n.plots import embedding, theme
from n2n.plots import map as plots
from n2n.training.run import Run
from pages.parts import neighbourhood_change
from pages.session import address, data, jobs, runs
from pages.session.background import ask
from pages.session.markdown import escape
from pages.ui import controls, figures, frame, graph_map, nodes, problems, run_view, selection

HEIGHT = 390
PAIR, ANIMATION, ON_MAP, CHANGE = VIEWS = (
    "Side by side",
    "Animation over epochs",
    "On the map",
    "Neighbourhood change",
)
METHODS = {"UMAP": "umap", "PCA": "pca"}
SHORT = {"epochs": 60, "snapshots": 24}
"""A short run for those who have none: enough to see the classes separate."""
SHIPPED = "shipped"
_PICKED, _SHORT = "embedding of", "short run"


# Whose embedding --------------------------------------------------------------------------------------------


def _choose_source() -> tuple[str, Timeline, Run | None]:
    """A picker of runs; the address names a run by its id, a bundled one by its name.

    Returns a name that tells its layouts from others, the timeline, and the run where it is one.
    """
    if controls.clicked(_SHORT):
        with problems.kept(_SHORT):
            st.session_state[_PICKED] = runs.start_short(key, graph, **SHORT).id
        st.rerun()
    cache = data.layout_cache(key)
    bundled = {name: one for name in RUNS if (one := load_shipped(key, graph, name, cache=cache))}
    mine = {run.id: run for run in runs.mine() if run.dataset == key}
    names = {id: run.name for id, run in mine.items()}
    names |= {name: f"{one.name}, bundled" for name, one in bundled.items()}
    if not names:
        return key, Timeline(graph, cache=cache), None
    chosen = [run.id for run in runs.chosen()]
    default = next(id for id in [*chosen, *names] if id in names)
    if (linked := address.read(SHIPPED)) in bundled:
        st.session_state[_PICKED] = linked
    if st.session_state.get(_PICKED) not in names:
        st.session_state[_PICKED] = default
    picked = st.selectbox(
        "Embedding from",
        list(names),
        key=_PICKED,
        format_func=names.get,
        persist_state="session",
        help="Your runs on this graph, and the bundled ones.",
    )
    address.write(SHIPPED, picked if picked in bundled and picked != default else None)
    run, timeline = mine.get(picked), bundled.get(picked)
    if run and picked != default:
        runs.choose([picked, *(id for id in chosen if id != picked)])
    if run and not run.has_result and bundled:
        timeline = next(iter(bundled.values()))
        st.caption(f"Until it has an embedding: {timeline.name}, bundled.")
        picked = "waiting"
    timeline = timeline or Timeline(graph, run if run and run.has_result else None, cache)
    if timeline.settings:
        st.caption(data.label_use(graph, timeline.settings))
    return f"{key}-{picked}", timeline, run


def _offer_training() -> None:
    """For those who have no run on this graph yet: a button that starts a short one, with snapshots."""
    if any(run.dataset == key for run in runs.mine()):
        return
    problems.show(_SHORT)
    controls.button(
        "Train now",
        _SHORT,
        icon=":material/play_arrow:",
        help=f"A short run without labels: N2N-TAPS-1 (URL), {SHORT['epochs']} epochs at most, with "
        "snapshots for the animation.",
    )
    st.page_link("train.py", label="All settings", icon=":material/model_training:")


def _show_state(run: Run | None) -> None:
    """What there is to say of a run that has not ended, or that left nothing behind."""
    if run and not run.status.ended:
        st.info(f"{escape(run.name)} is being trained; this page shows it when it is done.")
        run_view.follow(lambda: run_view.progress(run), [run], 1.5, "embedding_source")
    elif run and not run.has_result:
        st.warning(f"{escape(run.name)} left no embedding. {escape(run.status.message)}")


# Pictures ---------------------------------------------------------------------------------------------------


def _choose_moment(label: str, default: str, key: str) -> Moment:
    """One of the timeline, in their order."""
    if st.session_state.get(key) not in names:
        st.session_state.pop(key, None)
    return names[st.select_slider(label, list(names), value=default, key=key, **controls.BOUND)]


def _layouts(wanted: list[Moment]) -> list[Projection]:
    """The layouts; while a worker makes those of UMAP, its progress is shown, and PCA stands in."""
    missing = [
        moment
        for moment in wanted
        if timeline.possible(moment, method, dimensions) and not timeline.layout(moment, method, dimensions)
    ]
    if missing:
        made = ask(
            ("umap", key, name, dimensions, *missing),
            jobs.umap,
            {moment: timeline.vectors(moment) for moment in missing},
            dimensions,
            title="UMAP",
            note="PCA is shown until UMAP is done. The first one takes longer.",
        )
        for moment, projection in (made or {}).items():
            timeline.keep(moment, projection)
    found = [timeline.layout(moment, method, dimensions) for moment in wanted]
    pca = [timeline.layout(moment, "pca", dimensions) for moment in wanted]
    # All pictures of an animation are of one kind.
    if view == ANIMATION and None in found:
        return pca
    return [layout or other for layout, other in zip(found, pca, strict=True)]


def _groups(drawn: np.ndarray) -> tuple[list, np.ndarray]:
    """Which of the nodes are drawn alike, and what is said of each."""
    groups = graph_map.node_groups(key, graph, drawn, colour, timeline.predictions, k)
    return groups, embedding.details(graph, drawn, timeline.predictions, parts)


def _panel(side: str, moment: Moment, projection: Projection) -> None:
    st.markdown(f"**{timeline.title(moment)}** · {projection.method.upper()}")
    groups, texts = _groups(projection.nodes)
    alt, file = f"{timeline.title(moment)}: every node as a point", f"{stem}-{moment}-{side}"
    dark = frame.dark()

    def make() -> go.Figure:
        return theme.dress(embedding.scatter(projection, groups, texts, selected), dark)

    if dimensions == 2:
        graph_map.draw(
            key,
            graph,
            f"embedding-{side}",
            plots.colouring(groups),
            alt=alt,
            positions=fitted(projection.positions),
            nodes=projection.nodes,
            tips=[unescape(text.replace("<br>", " · ")) for text in texts],
            height=HEIGHT,
            on_pick=lambda node: selection.select_also(key, node),
        )
        figures.downloads(file, {"HTML": (f"{file}.html", lambda: make().to_html(), "text/html")})
    else:
        figures.figure(make(), file, height=HEIGHT, alt=alt, legend=False)
    if not timeline.possible(moment, method, dimensions):
        st.caption("Bundled runs have UMAP in 2D only.")


def _side_by_side() -> None:
    if view == ANIMATION:
        st.info("This embedding has no snapshots: train a run that keeps some to see it move.")
    shown = list(dict.fromkeys((left, right)))
    projections = _layouts(shown)
    graph_map.legend(_groups(projections[0].nodes)[0])
    columns = st.columns(len(shown), gap="medium")
    for column, side, moment, projection in zip(columns, ("left", "right"), shown, projections, strict=False):
        with column:
            _panel(side, moment, projection)
    # After both pictures: of a large graph the numbers take a moment.
    for column, moment, projection in zip(columns, shown, projections, strict=True):
        if graph.has_labels:
            full, picture = timeline.separation(moment), timeline.picture_separation(projection)
            with column:
                frame.metrics(
                    {
                        "Neighbour purity": f"{full.purity:.2f}",
                        "Silhouette": f"{full.silhouette:.2f}",
                        "Neighbour purity in the picture": f"{picture.purity:.2f}",
                    }
                )


def _animation() -> None:
    """The snapshots one after the other, with the purity of each."""
    epochs = timeline.epochs
    projections = dict(zip(epochs, _layouts(epochs), strict=True))
    first, table = projections[epochs[0]], {"epoch": epochs}
    if graph.has_labels:
        separations = [timeline.separation(at) for at in epochs]
        table["purity"] = [one.purity for one in separations]
        table["silhouette"] = [one.silhouette for one in separations]
    st.markdown(f"**Epochs {epochs[0]} to {epochs[-1]}** · {first.method.upper()}")
    figure = embedding.animation(projections, *_groups(first.nodes), selected)
    alt = "The embedding as it is trained"
    figures.figure(figure, f"{stem}-animation", table=table, height=HEIGHT + 100, alt=alt)
    if graph.has_labels:
        values = zip(epochs, table["purity"], strict=True)
        frame.metrics({f"Neighbour purity, epoch {at}": f"{purity:.2f}" for at, purity in values})
    st.caption(
        "Every picture is scaled to the same size and rotated to match the previous one: watch the shape."
    )


# Words ------------------------------------------------------------------------------------------------------


def _explanation() -> str:
    """What can be done, how many nodes are drawn, and how the numbers were computed."""
    drawn = len(timeline.layout(right, "pca").nodes)
    text = "" if view == ON_MAP else "Click nodes to select them, or click the lasso and draw around them. "
    if drawn < graph.num_nodes and view != ON_MAP:
        text += f"{drawn:,} of {graph.num_nodes:,} nodes are drawn, chosen at random. "
    if not graph.has_labels:
        return text + "Purity and silhouette need labels, and this graph has none."
    full = timeline.separation(right)
    asked = f"a sample of {full.asked:,}" if full.sampled else f"all {full.points:,}"
    return (
        f"{text}Neighbour purity: share of the {full.k} nearest nodes with the same label, by cosine over "
        "the whole vectors; in the picture by Euclidean distance. Silhouette by cosine. "
        f"Means over {asked} nodes."
    )


def _notices() -> list[str]:
    sentences = []
    if graph.has_labels and left != right:
        a, b = timeline.separation(left), timeline.separation(right)
        words = {RAW: "the raw features", TRAINED: f"the trained embedding (epoch {timeline.best})"}
        before, after = (words.get(moment, f"epoch {moment}") for moment in (left, right))
        sentences.append(
            f"Of the {b.k} nearest nodes of a node, {a.purity:.0%} share its label in {before} and "
            f"{b.purity:.0%} in {after}; chance gives {b.chance:.0%}. "
            f"Silhouette {a.silhouette:.2f} → {b.silhouette:.2f}."
        )
    if timeline.scores:
        settings = timeline.settings
        what = "A linear probe" if settings.framework == "URL" else "The classifier on top"
        alone = " from the features of each node alone" if settings.reach == 0 else ""
        sentences.append(
            f"{what} reaches {timeline.scores.test:.1%} micro-F1 on the test nodes{alone} "
            f"(seed {settings.seed}, best validation epoch {timeline.scores.epoch})."
        )
    return sentences or ["Look for groups: nodes that lie close together have similar features."]


main, side = frame.page(
    "Embeddings",
    "Raw features beside what training makes of them: nodes with similar representations are drawn close to "
    "each other.",
    first="figure",
)
key, graph = frame.dataset()
stem = data.file_stem(key)
with side:
    name, timeline, run = _choose_source()
    view = controls.choice("View", VIEWS, "panels")
with main:
    _show_state(run)
if view == CHANGE:
    neighbourhood_change.show(key, graph, main, side)
    with side:
        _offer_training()
    controls.stop()
with side:
    moments = timeline.moments
    names = {"Trained" if moment == TRAINED else timeline.title(moment): moment for moment in moments}
    animated = view == ANIMATION and len(timeline.epochs) > 1
    left = right = moments[0] if moments else RAW
    if animated:
        left, right = timeline.epochs[0], timeline.epochs[-1]
    elif view == ON_MAP:
        right = moments[-1] if moments else RAW
    elif len(names) > 1:
        left = _choose_moment("Left", next(iter(names)), "left")
        right = _choose_moment("Right", list(names)[-1], "right")
    if view == ON_MAP:
        options = graph_map.choose(key, graph, shown=(timeline.predictions, timeline.name))
        k = options.k
    else:
        method = METHODS[controls.choice("Projection", tuple(METHODS), "layout")]
        dimensions = int(controls.choice("Dimensions", ("2D", "3D"), "space")[0])
        colour = graph_map.choose_colour(key, graph, timeline.predictions)
        k = controls.positives() if colour == "Subgraph" else 1
    nodes.find_node(key, lambda node: selection.select_also(key, node), "Select a node")
    _offer_training()
with main:
    parts, selected = data.partition(key, k), selection.selected(key, graph)
    if view == ON_MAP:
        graph_map.show(key, graph, "embedding-map", options)
        st.caption("The map of the graph, at the same positions as on the page Graph.")
    elif not moments:
        st.info("This graph has no features and no run yet, so there is nothing to draw: train one.")
        controls.stop()
    elif animated:
        _animation()
    else:
        _side_by_side()
    if moments:
        frame.notice(*_notices())
        st.caption(_explanation())
    if selected is not None:
        selection.show(key, graph, parts, k, selected, timeline.predictions)
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
