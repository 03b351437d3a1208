"""The visitor's own graph: upload files, check how they were read, use the graph on all pages."""

from dataclasses import replace

import streamlit as st

from n2n.files.csv import to_csv
from n2n.graph import Graph
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


def _say(problem: Exception) -> None:
    """A problem with a file; its words hold the visitor's own, so they are plain text."""
    st.error(escape(str(problem)), icon=":material/error:")


def _uploaded() -> list:
    turn = st.session_state.setdefault(_TURN, 0)
    return st.file_uploader(
        "One file, or several that belong together",
        accept_multiple_files=True,
        key=f"own files {turn}",
        max_upload_size=max(own_graphs.LIMITS.bytes >> 20, 1),
        help="The format is recognised from the content of the file. Usual extensions: "
        f"{', '.join(end.removeprefix('.') for end in EXTENSIONS)}; alone, in a zip, "
        "or compressed with gzip, bzip2, xz or zstd.",
    )


def _contents(files: list) -> list[tuple[str, bytes]]:
    return [(file.name, file.getvalue()) for file in files]


def _previews(files: list, ids: str) -> list[Preview] | None:
    """The preview of each file, made once per upload; None, with a sentence, where one cannot be read."""
    kept_ids, previews = st.session_state.get(_PREVIEWS, (None, None))
    if kept_ids == ids:
        return previews
    try:
        # A file such as GraphML is read as a whole to see what its nodes have.
        with st.spinner("Looking at the files"), own_graphs.turn():
            previews = preview(_contents(files), own_graphs.LIMITS)
    except ReadError as problem:
        _say(problem)
        return None
    st.session_state[_PREVIEWS] = (ids, previews)  # of the last upload alone: files may be large
    return previews


def _corrected(previews: list[Preview], signature: str) -> dict[str, Columns]:
    """What the visitor says about the columns; nothing where that is what was guessed.

    One correction makes all of them binding: without it, the guess for another file might be another one.
    """
    chosen, differs = {}, False
    for place, look in enumerate(previews):
        if look.table is None:
            st.markdown(f"**{escape(look.name)}**: {escape(look.format)}")
            continue
        chosen[look.name] = table_form.form(look, f"table {signature} {place}")
        if look.question and chosen[look.name].kind != "ignore":
            st.warning(
                escape(f"{look.name}: {look.question} Check the columns above before you read it."),
                icon=":material/help:",
            )
        if look.ignored:
            st.caption(escape(f"Ignored in {look.name}: {', '.join(look.ignored)}."))
        # Where something was asked, what the visitor sees and reads is the answer.
        differs |= chosen[look.name] != look.columns or bool(look.question)
    return chosen if differs else {}


def _read(
    previews: list[Preview], corrections: dict[str, Columns], name: str, usual: str, signature: tuple
) -> Reading | None:
    """Read the files when the button is pressed; the result stays until something about it changes."""
    kept = st.session_state.get(_READ)
    pressed = st.button("Read the graph", type="primary", icon=":material/play_arrow:")
    if kept and kept[0] == signature:
        return kept[1]
    st.session_state.pop(_READ, None)
    if not pressed:
        return None
    try:
        with st.spinner("Reading"), own_graphs.turn():
            reading = read_with_report(
                previews,
                columns=corrections,
                limits=own_graphs.LIMITS,
                name=name or None,
                default_name=usual,
            )
    except ReadError as problem:
        _say(problem)
        return None
    st.session_state[_READ] = (signature, reading)
    return reading


def _report(reading: Reading) -> None:
    report, graph = reading.report, reading.graph
    st.subheader("What was read", anchor=False)
    frame.metrics(
        {
            "Nodes": f"{report.nodes:,}",
            "Edges": f"{report.edges:,}",
            "Classes": f"{len(report.class_sizes):,}",
            "Features": f"{report.features:,}",
        }
    )
    for suspicion in report.suspicions:
        st.warning(escape(suspicion), icon=":material/warning:")
    left, right = st.columns([1.2, 1], gap="medium")
    with left:
        table = report.table()
        st.dataframe(table, hide_index=True, height="content")
        figures.downloads("report", {"CSV": ("report.csv", lambda: to_csv(table), "text/csv")})
    with right:
        if graph.num_classes:
            st.markdown("**Nodes per class**")
            figures.figure(
                plots.class_balance(graph),
                "your-classes",
                table={"class": list(report.class_sizes), "nodes": list(report.class_sizes.values())},
                height=330,
                alt="Nodes per class as bars",
            )
    for note in report.notes:
        st.caption(escape(note))
    for warning in report.warnings()[len(report.suspicions) :]:
        st.warning(escape(warning), icon=":material/info:")


def _choose_features(graph: Graph) -> str:
    """The kind of features that the visitor wants."""
    kind = st.radio(
        "Features made from the edges", list(FEATURES), format_func=FEATURES.get, key="own features"
    )
    st.caption(f"The choice becomes part of the name of the graph: {escape(graph.name)}, {KINDS[kind]}.")
    return kind


def _use(reading: Reading, names: tuple[str, ...], corrections: dict[str, Columns], name: str) -> None:
    graph, made = reading.graph, None
    if graph.num_features == 0:
        made = _choose_features(graph)
        what = ("features", own_graphs.key_of(graph), made)
        graph = ask(what, jobs.make_features, graph, made, title="Making features from the edges")
        if graph is None:
            return
        reading = replace(reading, graph=graph)
    if oldest := own_graphs.displaced():
        st.warning(
            f"At most {own_graphs.MOST} graphs are kept: this one will replace the oldest, "
            f"{escape(oldest.info.title)}.",
            icon=":material/info:",
        )
    if controls.clicked(_USE):
        with problems.kept(_USE):
            _take(reading, names, corrections, made, name)
        st.rerun()
    problems.show(_USE)
    controls.button("Use this graph", key=_USE, type="primary", icon=":material/check:")


def _take(
    reading: Reading, files: tuple[str, ...], corrections: dict[str, Columns], made: str | None, name: str
) -> None:
    graph = reading.graph
    before = own_graphs.held().copy()
    st.query_params["dataset"] = own_graphs.add(
        graph,
        files,
        corrections,
        made,
        name=name or None,
        notes=(*reading.report.notes, *reading.report.suspicions),
    )
    gone = [own.info.title for key, own in before.items() if key not in own_graphs.held()]
    if gone:
        st.session_state[_NEWS] = f"{gone[0]} was removed to make room: {own_graphs.MOST} graphs are kept."
    for key in (_READ, _PREVIEWS):
        st.session_state.pop(key, None)
    st.session_state[_TURN] += 1  # an empty uploader for the next graph


def _mine() -> None:
    if not own_graphs.held():
        return
    st.subheader("Your graphs", anchor=False)
    if news := st.session_state.pop(_NEWS, None):
        st.info(escape(news), icon=":material/info:")
    for key, own in list(own_graphs.held().items()):
        left, right = st.columns([4, 1], vertical_alignment="center")
        chosen = " Chosen in the sidebar." if st.session_state["dataset"] == key else ""
        left.markdown(
            f"**{escape(own.info.title)}**: {theme.nodes(own.info.nodes)}, "
            f"{theme.counted(own.info.edges, 'edge')}.{chosen}"
        )
        right.button(
            "Remove",
            key=f"forget {key}",
            icon=":material/delete:",
            on_click=own_graphs.forget,
            args=(key,),
            help="Deletes the graph from the server. Runs on it stay until you delete them.",
        )
    if own_graphs.is_own(st.session_state["dataset"]):
        for column, (file, label, icon) in zip(st.columns(len(NEXT)), NEXT, strict=True):
            column.page_link(file, label=label, icon=icon)


def _samples() -> None:
    st.subheader("Examples of every format", anchor=False)
    st.caption("Each contains the karate club: try one, or use it as a template.")
    for place, sample in enumerate(samples()):
        left, right = st.columns([1.6, 1], vertical_alignment="center")
        left.markdown(f"**{sample.title}**: {sample.about}")
        with right:
            files = {
                name: (name, content, "application/octet-stream") for name, content in sample.files.items()
            }
            figures.downloads(f"sample {place}", files)


def _limits() -> None:
    st.markdown("**Limits**")
    limits = own_graphs.LIMITS
    st.caption(
        f"Up to {megabytes(limits.bytes)} in total, {limits.nodes:,} nodes, {limits.edges:,} edges and "
        f"{limits.features:,} features; GraphML, GEXF, GML, JSON and most other text formats up to "
        f"{megabytes(limits.slow_bytes)}, tables and Matrix Market up to the total."
    )
    st.markdown("**Privacy**")
    st.caption(
        "Only this browser can see your graphs. The server keeps them, in memory and on disk, until you "
        "remove them, or for a day after your last visit. Pickled files are refused, since they could run "
        "code."
    )


main, side = frame.page(
    "Your data",
    "Upload a graph of your own and explore it like any other; it stays until you remove it, or for a day "
    "after your last visit.",
    first="figure",
)
with side:
    _limits()
with main:
    files = _uploaded()
    if not files:
        _mine()
        _samples()
    elif (previews := _previews(files, ids := "-".join(file.file_id for file in files))) is not None:
        names = tuple(file.name for file in files)
        corrections = _corrected(previews, ids)
        usual = title_of(names[0])[:60]
        name = st.text_input("Name of the graph", usual, max_chars=60, key=f"name {ids}").strip()
        # A file may contain a name; only a name that was typed takes precedence.
        name = "" if name == usual else name
        reading = _read(previews, corrections, name, usual, (ids, repr(corrections), name))
        if reading is not None:
            _report(reading)
            _use(reading, names, corrections, name)
    frame.notice(
        "Directions, self-loops and repeated edges are dropped and counted. The address names the graph, but "
        "does not contain it: a link opened elsewhere asks for the files again."
    )
    frame.mathematics(
        "Features can be made from the edges where a graph has none. With the adjacency matrix **A**, the "
        "degrees on the diagonal of **D** and a random Gaussian matrix **R**:",
        r"$S = D^{-1/2} A D^{-1/2}, \qquad X_{\text{projection}} = S R + S^2 R$",
        r"$X_{\text{spectral}} = \text{leading eigenvectors of } (D+I)^{-1/2} A (D+I)^{-1/2}$",
        "Spectral features are used for large components, random projections for small ones.",
        "Degree buckets are one-hot: a node with d neighbours is in bucket b.",
        r"$b = \lfloor \log_2 d \rfloor + 1, \qquad b = 0 \text{ for } d = 0$",
    )
