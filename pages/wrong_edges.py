"""Wrong edges: what they cost each method, and how many of them TAPS keeps out of the positives."""

import pandas as pd
import streamlit as st

import n2n
from n2n.noise import measures, summary
from n2n.noise.edges import BETWEEN, KINDS, RANDOM
from n2n.plots import robustness, theme
from pages.session import data
from pages.ui import controls, figures, frame

NAMES = {label: kind for kind, label in KINDS.items()}
SPLITS = ("paper", "public")
FRAMEWORKS = ("JL", "URL")
OTHERS = ("MLP", "GCN", "GAT", "GCN-Jaccard", "GCN on TAPS-3", "SGC", "GraphSAGE-Mean")
SHOWN = OTHERS[:4]
SHARES = {"Another label": "different", "Added edges": "added"}
LEVELS = {kind: (0, 25, 50, 75) if kind == "removed" else measures.LEVELS for kind in KINDS}


@st.cache_data(show_spinner=False)
def _shipped(changed: float) -> pd.DataFrame:
    """The runs that ship with the program; `changed` is the time of the file."""
    return pd.read_parquet(summary.SHIPPED)


@data.cached(st.cache_data, "Counting wrong positives", max_entries=40)
def _wrong(key: str, kind: str, k: int, seed: int) -> pd.DataFrame:
    """The shares of wrong positives at every level of noise that the graph has room for."""
    graph, tables = data.graph(key), []
    for level in LEVELS[kind]:
        try:
            tables.append(measures.wrong_positives(graph, [level], [k], seed, kind))
        except ValueError:  # a dense graph has not so many pairs left
            break
    return pd.concat(tables, ignore_index=True)


def _stored(graph: n2n.Graph, kind: str, split: str) -> pd.DataFrame:
    """The runs on this very graph."""
    if not summary.SHIPPED.exists():
        return pd.DataFrame(columns=[*summary.GROUP, "seed", "test", "nodes", "edges"])
    runs = _shipped(summary.SHIPPED.stat().st_mtime)
    same = (runs.dataset == graph.name) & (runs.nodes == graph.num_nodes) & (runs.edges == graph.num_edges)
    return runs[same & (runs.kind == kind) & (runs.split == split) & ~runs.tuned]


def _accuracy(name: str, runs: pd.DataFrame, methods: list[str]) -> None:
    means = summary.summarise(runs[runs.method.isin(methods)])
    if means.empty:
        st.info("There are no stored runs of this graph, split and noise.")
        return
    table = means.drop(columns="text").to_dict("list")
    figure = robustness.accuracy(means)
    figures.figure(figure, name, table=table, height=460, alt="Test micro-F1 of each method against noise")
    seeds = sorted(set(means.seeds))
    words = f"{seeds[0]} seeds" if len(seeds) == 1 else f"{seeds[0]} to {seeds[-1]} seeds"
    st.caption(
        f"{means.dataset[0]}, split '{means.split[0]}', {words}: mean test micro-F1 at the best validation epoch, "
        "with the 95% interval of the mean where there are three seeds or more. The noise is drawn anew for each "
        "seed. All methods have the settings for the clean graph."
    )


def _positives_notice(table: pd.DataFrame, noise: float, k: int) -> str:
    """What the shares say at a level of noise."""
    rows = table[table.noise == noise].set_index("positives")
    if rows.empty:
        return ""
    taps, random = (rows.loc[f"{name}-{k}"] for name in ("TAPS", "Random"))
    return (
        f"At {noise:g}% noise {taps.different:.1%} of the positives by TAPS have another label, of random ones "
        f"{random.expected_different:.1%} are expected to."
    )


main, side = frame.page(
    "Wrong edges",
    "Message passing mixes whatever the edges connect. TAPS prefers neighbours with common neighbours, which "
    "wrong edges rarely have: add wrong edges and see what each method loses.",
)
key, graph = frame.dataset()
frame.needs_labels(graph)
with side:
    kind = NAMES[controls.select("Noise", tuple(NAMES), "wrong_kind")]
    split = controls.choice("Split", SPLITS, "wrong_split")
    framework = controls.choice("N2N", FRAMEWORKS, "framework")
    level = int(
        controls.select(
            "Noise level (%)", [str(one) for one in LEVELS[kind][1:]], f"level_{kind}", default="50"
        )
    )
    k = controls.positives()
    others = controls.several("Other methods", OTHERS, "others", default=SHOWN)
runs = _stored(graph, kind, split)
ours = [f"N2N{name} ({framework})" for name in (f"-TAPS-{k}", f"-Random-{k}", "")]
with main:
    _accuracy(f"{data.file_stem(key)}-wrong-edges", runs, [*others, *ours])
    table = _wrong(key, kind, k, 0)
    frame.notice(*summary.sentences(runs, level, framework), _positives_notice(table, level, k))
    column = SHARES["Another label"]
    if kind in (RANDOM, BETWEEN):
        column = SHARES[controls.choice("Wrong positives", tuple(SHARES), "wrong_share", letters=60)]
    figures.figure(
        robustness.wrong_positives(table, column),
        f"{data.file_stem(key)}-wrong-positives",
        table=table.to_dict("list"),
        height=360,
        alt="Share of wrong positives against noise",
    )
    if graph.num_isolated:
        st.caption(f"{theme.nodes(graph.num_isolated)} without a neighbour: in no pair and not counted.")
    frame.mathematics(
        "Node $i$ has $d_i$ neighbours, $w_i$ of them wrong. Each neighbour is among $k$ random positives with "
        "the same probability, so the share of wrong ones that is expected is",
        r"$\frac{\sum_i \min(k, d_i) \, w_i / d_i}{\sum_i \min(k, d_i)}$",
        "and $\\sum_i w_i / \\sum_i d_i$ where all neighbours are positives. TAPS does better where dependency "
        "separates the edges: an edge added at random joins two nodes without a common neighbour nearly always.",
    )
