"""Wrong edges: what they cost each method, and how many of them TAPS keeps out of the positives."""

import numpy as np
import pandas as pd
import streamlit as st

import n2n
from n2n.noise import measures, summary
from n2n.noise.edges import KINDS, REMOVED, noisy
from n2n.noise.study import Case, compare_now
from n2n.plots import robustness, theme
from n2n.training.workers import pool
from pages.session import data, own_graphs
from pages.session.background import ask, partial
from pages.session.markdown import escape
from pages.session.visitor import visitor
from pages.ui import controls, figures, frame

NAMES = {label: kind for kind, label in KINDS.items()}
SPLITS = {"All other labels": "paper", "20 labels per class": "public"}
OTHERS = ("MLP", "GCN", "GAT", "GCN-Jaccard", "GCN on TAPS-3", "SGC", "GraphSAGE-Mean")
SHOWN = OTHERS[:4]
SHARES = {"Another label": "different", "Added edges": "added"}
LEVELS = {kind: (0, 25, 50, 75) if kind == REMOVED else measures.LEVELS for kind in KINDS}
_TRAIN = "train_wrong"


@st.cache_data(show_spinner=False, max_entries=1)
def _shipped(changed: float) -> pd.DataFrame:
    """The runs that ship with the program; `changed` is the time of the file."""
    return pd.read_parquet(summary.SHIPPED)


def _stored(graph: n2n.Graph, kind: str, split: str) -> pd.DataFrame:
    """The stored runs of this very graph."""
    if not summary.SHIPPED.exists():
        return pd.DataFrame(columns=[*summary.GROUP, "seed", "test"])
    runs = _shipped(summary.SHIPPED.stat().st_mtime)
    same = (runs.dataset == graph.name) & (runs.nodes == graph.num_nodes) & (runs.edges == graph.num_edges)
    return runs[same & (runs.kind == kind) & (runs.split == split) & ~runs.tuned]


@data.cached(st.cache_data, "Counting wrong positives", max_entries=60)
def _wrong(key: str, kind: str, noise: int, k: int, seed: int) -> pd.DataFrame:
    """The shares of wrong positives at some levels of noise, those that the graph has room for."""
    graph, tables = data.graph(key), []
    for level in sorted({*LEVELS[kind], noise}):
        try:
            tables.append(measures.wrong_positives(graph, [level], [k], seed, kind))
        except ValueError:  # a dense graph has not so many pairs left
            break
    return pd.concat(tables, ignore_index=True)


@data.cached(st.cache_data, "Ranking the noisy graph", max_entries=40)
def _edges(key: str, kind: str, noise: int, seed: int) -> tuple[dict[str, float], np.ndarray, np.ndarray]:
    """How dependency separates the added edges, and the dependencies of both."""
    graph = data.graph(key)
    changed = noisy(graph, noise, seed, kind)
    ranking, added = n2n.rank(changed), measures.added_edges(graph, changed)
    facts = measures.separation(graph, changed, ranking)
    return facts, ranking.dependency[~added], ranking.dependency[added]


def _accuracy(name: str, runs: pd.DataFrame, methods: list[str], live: pd.DataFrame) -> None:
    means = summary.summarise(runs[runs.method.isin(methods)])
    if means.empty and live.empty:
        st.info("No runs of this graph, split and noise are stored: train four methods with the button.")
        return
    figures.figure(
        robustness.accuracy(means, live),
        name,
        table=means.drop(columns="text").to_dict("list"),
        height=440,
        alt="Test micro-F1 of each method against noise",
    )
    if not means.empty:
        seeds = " to ".join(dict.fromkeys((str(means.seeds.min()), str(means.seeds.max()))))
        st.caption(
            f"{escape(data.title(key))}, {split} split, {seeds} seeds: mean test micro-F1 at the best "
            "validation epoch with its 95% interval (from three seeds on). Each seed draws its own noise. "
            "All methods have the settings for the clean graph."
        )


def _shares(table: pd.DataFrame, noise: int, k: int) -> str:
    rows = table[table.noise == noise].set_index("positives")
    if rows.empty:
        return ""
    taps, random = (rows.loc[f"{name}-{k}"] for name in ("TAPS", "Random"))
    return (
        f"At {noise}% noise, {taps.different:.1%} of the positives by TAPS have another label; for random "
        f"ones {random.expected_different:.1%} are expected."
    )


def _show_dependencies(name: str, noise: int, seed: int) -> None:
    """What sets added edges apart."""
    facts, own, new = _edges(key, kind, noise, seed)
    st.markdown("**Why TAPS can tell: the dependency of edges**")
    figures.figure(
        robustness.dependencies(own, new),
        name,
        height=300,
        alt="Dependency of the graph's own and of added edges",
    )
    st.caption(
        f"{noise}% noise, seed {seed}: an edge of the graph has a larger dependency than an added one with "
        f"probability {facts['auc']:.0%}. {facts['own_alone']:.0%} of the graph's edges and "
        f"{facts['added_alone']:.0%} of the added ones join two nodes without a common neighbour. For "
        f"{facts['best_added']:.0%} of the nodes, the edge to the first choice of TAPS is an added one."
    )


def _train_now(cases: list[Case]) -> pd.DataFrame:
    """The rows of these runs that are finished, with a button that starts them, or their progress."""
    owner = visitor() if own_graphs.is_own(key) else ""  # results on an own graph are for its visitor alone
    asked = ("wrong edges", owner, key, *cases)
    if not controls.clicked(_TRAIN) and pool().find(asked) is None:
        controls.button("Train four methods now", _TRAIN, icon=":material/play_arrow:")
        st.caption(f"{', '.join(case.method for case in cases)}: {noise}% noise, seed {seed}.")
        return pd.DataFrame()
    title = f"Wrong edges: {data.public_title(key)}"
    rows = ask(asked, compare_now, data.source(key, graph), cases, title=title, urgent=False)
    return pd.DataFrame(rows or partial(asked))


main, side = frame.page(
    "Wrong edges",
    "Message passing mixes whatever the edges connect. TAPS prefers neighbours with common neighbours, which "
    "wrong edges rarely have: add wrong edges and see what each method loses.",
    first="figure",
)
key, graph = frame.dataset()
frame.needs_labels(graph)
with side:
    kind = NAMES[controls.select("Noise", tuple(NAMES), "wrong_kind")]
    noise = controls.number("Noise (%)", 0, LEVELS[kind][-1], 50, "wrong_noise", slider=True)
    k = controls.positives()
    framework = controls.choice("N2N", ("JL", "URL"), "wrong_framework")
    splits = tuple(SPLITS) if graph.public_splits else tuple(SPLITS)[:1]
    split = SPLITS[controls.choice("Split", splits, "wrong_split")]
    seed = controls.seed()
    ours = [f"N2N{name} ({framework})" for name in (f"-TAPS-{k}", f"-Random-{k}", "")]
    cases = [Case(method, noise, seed, kind, split) for method in (*ours, "GCN")]
    live = _train_now(cases)
    others = controls.several("Other methods", OTHERS, "others", default=SHOWN)
runs = _stored(graph, kind, split)
with main:
    _accuracy(f"{data.file_stem(key)}-wrong-edges", runs, [*others, *ours], live)
    table = _wrong(key, kind, noise, k, seed)
    frame.notice(*summary.sentences(runs, noise, framework), _shares(table, noise, k))
    column = SHARES["Another label"]
    if kind != REMOVED:
        column = SHARES[controls.choice("Wrong positives", tuple(SHARES), "wrong_share", letters=60)]
    figures.figure(
        robustness.wrong_positives(table, column),
        f"{data.file_stem(key)}-wrong-positives",
        table=table.to_dict("list"),
        height=340,
        alt="Share of wrong positives against noise",
    )
    if kind != REMOVED and noise and noise in set(table.noise):
        _show_dependencies(f"{data.file_stem(key)}-dependency-with-noise", noise, seed)
    if graph.num_isolated:
        st.caption(f"{theme.nodes(graph.num_isolated)} without a neighbour: in no pair and not counted.")
    frame.mathematics(
        "Node $i$ has $d_i$ neighbours, $w_i$ of them wrong. Each neighbour is among $k$ random positives "
        "with the same probability, so the expected share of wrong ones is",
        r"$\frac{\sum_i \min(k, d_i) \, w_i / d_i}{\sum_i \min(k, d_i)}$",
        "and $\\sum_i w_i / \\sum_i d_i$ where all neighbours are positives. TAPS does better where "
        "dependency separates the edges: two nodes joined at random rarely have a common neighbour.",
    )
