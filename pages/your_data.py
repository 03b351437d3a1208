"""The visitor's own graph: upload files, check how they were read, use the graph on all pages."""

from dataclasses import replace

import streamlit as st

from n2n.files.csv import to_csv
from n2n.graph.features import KINDS
from n2n.io.files import EXTENSIONS
from n2n.io.limits import megabytes
from n2n.io.read import title_of
from n2n.io.samples import samples
from n2n.plots import graph as plots
from n2n.plots import theme
from n2n.reading import Columns, Preview, ReadError, Reading, preview, read_with_report
from pages.parts import table_form
from pages.session import jobs, own_graphs
from pages.session.background import ask
from pages.session.markdown import escape
from pages.ui import controls, figures, frame, problems

_PREVIEWS, _READ, _TURN, _NEWS = "upload previews", "own reading", "own uploads", "own graph news"
_USE = "use this graph"
FEATURES = {
    "spectral": "Spectral: nodes of one community get similar features (32 leading eigenvectors of the "
    "adjacency matrix); best on five of six graphs whose own features had been taken away",
    "projection": "Random projection: 64 random mixtures of a node's neighbourhood",
    "degree": "Degree buckets: whether a node has 1, 2 to 3, 4 to 7 … neighbours",
}
"""What the kinds of features are, in one sentence each; the default is the first."""
NEXT = (
    ("graph.py", "Look at it", ":material/hub:"),
    ("taps.py", "See what TAPS chooses", ":material/steps:"),
    ("subgraphs.py", "See the subgraphs", ":material/bubble_chart:"),
    ("train.py", "Train on it", ":material/model_training:"),
)


# Reading files ----------------------------------------------------------------------------------------------


def _previews(files: list, ids: str) -> list[Preview] | None:
    """The preview of each file, made once per upload; None, with a sentence, where one cannot be read."""
    last_ids, previews = st.session_state.get(_PREVIEWS, (None, None))
    if last_ids == ids:
        return previews
    try:
        # A file such as GraphML is read as a whole to see what its nodes have.
        with st.spinner("Previewing the files"), own_graphs.turn():
            previews = preview([(file.name, file.getvalue()) for file in files], own_graphs.LIMITS)
    except ReadError as problem:
        st.error(escape(str(problem)), icon=":material/error:")
        return None
    st.session_state[_PREVIEWS] = (ids, previews)  # of the last upload alone: files may be large
    return previews


def _corrections(previews: list[Preview], ids: str) -> dict[str, Columns]:
    """What the visitor says about the columns; nothing where that is what was guessed.

    One correction makes all of them binding: without it, the guess for another file might be another one.
    """
    chosen, differs = {}, False
    for place, one in enumerate(previews):
        if one.table is None:
            st.markdown(f"**{escape(one.name)}**: {escape(one.format)}")
            continue
        chosen[one.name] = table_form.form(one, f"table {ids} {place}")
        if one.question and chosen[one.name].kind != "ignore":
            question = f"{one.name}: {one.question} Check the columns above before you read it."
            st.warning(escape(question), icon=":material/help:")
        if one.ignored:
            st.caption(escape(f"Ignored in {one.name}: {', '.join(one.ignored)}."))
        # Where something was asked, what the visitor sees and reads is the answer.
        differs |= chosen[one.name] != one.columns or bool(one.question)
    return chosen if differs else {}


def _read(previews: list[Preview], corrections: dict[str, Columns], name: str, usual: str) -> Reading | None:
    """Read the files when the button is pressed; the result stays until something about it changes."""
    what = (tuple(one.name for one in previews), repr(corrections), name, id(previews))
    last, reading = st.session_state.get(_READ, (None, None))
    pressed = st.button("Read the graph", type="primary", icon=":material/play_arrow:")
    if last == what:
        return reading
    st.session_state.pop(_READ, None)
    if not pressed:
        return None
    try:
        with st.spinner("Reading"), own_graphs.turn():
            limits = own_graphs.LIMITS
            reading = read_with_report(
                previews, columns=corrections, limits=limits, name=name or None, default_name=usual
            )
    except ReadError as problem:
        st.error(escape(str(problem)), icon=":material/error:")
        return None
    st.session_state[_READ] = (what, reading)
    return reading


def _report(reading: Reading) -> None:
    report = reading.report
    st.header("What was read", anchor=False)
    sizes = {"Nodes": report.nodes, "Edges": report.edges}
    sizes |= {"Classes": len(report.class_sizes), "Features": report.features}
    frame.metrics({name: f"{count:,}" for name, count in sizes.items()})
    for suspicion in report.suspicions:
        st.warning(escape(suspicion), icon=":material/warning:")
    left, right = st.columns([1.2, 1], gap="medium")
    with left:
        table = report.table()
        st.dataframe(table, hide_index=True, height="content")
        figures.downloads("report", {"CSV": ("report.csv", lambda: to_csv(table), "text/csv")})
    if reading.graph.num_classes:
        with right:
            st.markdown("**Nodes per class**")
            table = {"class": list(report.class_sizes), "nodes": list(report.class_sizes.values())}
            figure = plots.class_balance(reading.graph)
            figures.figure(figure, "your-classes", table=table, height=330, alt="Nodes per class as bars")
    for note in report.notes:
        st.caption(escape(note))
    for warning in report.warnings()[len(report.suspicions) :]:
        st.warning(escape(warning), icon=":material/info:")


def _choose_features(reading: Reading) -> str | None:
    """The kind of features to make from the edges; None where the graph keeps its own alone."""
    graph = reading.graph
    if graph.num_features:
        words = "Add spectral features, made from the edges, to those of the file"
        return "combined" if st.checkbox(words, key="add features") else None
    kind = st.radio("Features made from the edges", list(FEATURES), format_func=FEATURES.get, key="features")
    st.caption(f"The choice becomes part of the name of the graph: {escape(graph.name)}, {KINDS[kind]}.")
    return kind


def _use(reading: Reading, corrections: dict[str, Columns], name: str) -> None:
    """The button that keeps the graph, and chooses it on all pages."""
    graph, kind = reading.graph, _choose_features(reading)
    if kind:
        what = ("features", own_graphs.key_of(graph), kind)
        graph = ask(what, jobs.make_features, graph, kind, title="Making features from the edges")
        if graph is None:
            return
    if oldest := own_graphs.displaced():
        st.warning(
            f"At most {own_graphs.MOST} graphs are kept: this one will replace the oldest, "
            f"{escape(oldest.info.title)}.",
            icon=":material/info:",
        )
    if controls.clicked(_USE):
        with problems.kept(_USE):
            _take(replace(reading, graph=graph), corrections, kind, name)
        st.rerun()
    problems.show(_USE)
    controls.button("Use this graph", _USE, type="primary", icon=":material/check:")


def _take(reading: Reading, corrections: dict[str, Columns], kind: str | None, name: str) -> None:
    before = own_graphs.held().copy()
    notes = (*reading.report.notes, *reading.report.suspicions)
    key = own_graphs.add(reading.graph, names, corrections, kind, name=name or None, notes=notes)
    st.query_params["dataset"] = key
    gone = [own.info.title for key, own in before.items() if key not in own_graphs.held()]
    if gone:
        st.session_state[_NEWS] = f"{gone[0]} was removed to make room: {own_graphs.MOST} graphs are kept."
    for state in (_READ, _PREVIEWS):
        st.session_state.pop(state, None)
    st.session_state[_TURN] += 1  # an empty uploader for the next graph


# The graphs that are kept -----------------------------------------------------------------------------------


def _mine() -> None:
    mine, removed = own_graphs.held(), own_graphs.removed()
    if mine or removed:
        st.header("Your graphs", anchor=False)
    if news := st.session_state.pop(_NEWS, None):
        st.info(escape(news), icon=":material/info:")
    for key, own in mine.items():
        chosen = " Chosen in the sidebar." if st.session_state["dataset"] == key else ""
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(
                f"**{escape(own.info.title)}**: {theme.nodes(own.info.nodes)}, "
                f"{theme.counted(own.info.edges, 'edge')}.{chosen}"
            )
            words = "Deletes the graph from the server after a minute. Runs on it stay until you delete them."
            icon, remove = ":material/delete:", own_graphs.remove
            st.button("Remove", key=f"remove {key}", icon=icon, on_click=remove, args=(key,), help=words)
            words = (
                "Makes a link by which others get a copy of the graph: its edges, features, labels, names."
            )
            shared = st.button("Share", key=f"share {key}", icon=":material/link:", help=words)
        if shared:
            st.code(f"{st.context.url}?share={own_graphs.share(key)}", language=None)
            st.caption("Whoever opens this link gets a copy. It works until a day after its last use.")
    for folder, name in removed.items():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{escape(name)}** was removed. It can be brought back for a minute.")
            undo, icon = own_graphs.bring_back, ":material/undo:"
            st.button("Undo", key=f"undo {folder.name}", icon=icon, on_click=undo, args=(folder,))
    if own_graphs.is_own(st.session_state["dataset"]):
        with st.container(horizontal=True):
            for file, label, icon in NEXT:
                st.page_link(file, label=label, icon=icon, width="content")


def _take_shared() -> None:
    """Take in the graph that a link shares."""
    token = st.query_params.pop("share", "")
    if token and (key := own_graphs.take_shared(token)):
        st.query_params["dataset"] = key
        st.rerun()
    if token:
        st.warning(
            "The graph of this link is no longer here: ask for a new link.", icon=":material/link_off:"
        )


def _samples() -> None:
    st.header("Examples of every format", anchor=False)
    st.caption("Each contains the karate club: try one, or use it as a template.")
    for place, sample in enumerate(samples()):
        left, right = st.columns([1.6, 1], vertical_alignment="center")
        left.markdown(f"**{sample.title}**: {sample.about}")
        with right:
            files = sample.files.items()
            figures.downloads(f"sample {place}", {name: (name, data, figures.BINARY) for name, data in files})


main, side = frame.page(
    "Your data",
    "Upload a graph of your own and explore it like any other; it stays until you remove it, or for a day "
    "after your last visit.",
    first="figure",
)
limits = own_graphs.LIMITS
with side:
    st.markdown("**Limits**")
    st.caption(
        f"Up to {megabytes(limits.bytes)} in total, {limits.nodes:,} nodes, {limits.edges:,} edges and "
        f"{limits.features:,} features; GraphML, GEXF, GML, JSON and most other text formats up to "
        f"{megabytes(limits.slow_bytes)}, tables and Matrix Market up to the total. At most "
        f"{own_graphs.MOST} graphs are kept."
    )
    st.markdown("**Privacy**")
    st.caption(
        "Only this browser can see your graphs, unless you share one by a link. The server keeps them, in "
        "memory and on disk, until you remove them, or for a day after your last visit. Pickled files are "
        "refused, since they could run code."
    )
with main:
    _take_shared()
    files = st.file_uploader(
        "One file, or several that belong together",
        accept_multiple_files=True,
        key=f"own files {st.session_state.setdefault(_TURN, 0)}",
        max_upload_size=max(limits.bytes >> 20, 1),
        help="The format is recognised from the content of the file. Usual extensions: "
        f"{', '.join(end.removeprefix('.') for end in EXTENSIONS)}; alone, in a zip, "
        "or compressed with gzip, bzip2 or zstd.",
    )
    names = tuple(file.name for file in files)
    ids = "-".join(file.file_id for file in files)
    if not files:
        _mine()
        _samples()
    elif (previews := _previews(files, ids)) is not None:
        corrections, usual = _corrections(previews, ids), title_of(names[0])[:60]
        name = st.text_input("Name of the graph", usual, max_chars=60, key=f"name {ids}").strip()
        # A file may contain a name; only a name that was typed takes precedence.
        name = "" if name == usual else name
        reading = _read(previews, corrections, name, usual)
        if reading is not None:
            _report(reading)
            _use(reading, corrections, name)
    frame.notice(
        "Weights and directions of edges, self-loops and repeated edges are dropped and counted. The address "
        "names the graph, but does not contain it: a link opened elsewhere asks for the files again."
    )
    frame.mathematics(
        "Features can be made from the edges. With the adjacency matrix **A**, the degrees on the diagonal "
        "of **D** and a random Gaussian matrix **R**:",
        r"$S = D^{-1/2} A D^{-1/2}, \qquad X_{\text{projection}} = S R + S^2 R$",
        r"$X_{\text{spectral}} = \text{leading eigenvectors of } (D+I)^{-1/2} A (D+I)^{-1/2}$",
        "Spectral features are used for large components, random projections for small ones.",
        "Degree buckets are one-hot: a node with d neighbours is in bucket b.",
        r"$b = \lfloor \log_2 d \rfloor + 1, \qquad b = 0 \text{ for } d = 0$",
    )
