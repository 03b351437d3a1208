"""Label smoothness: does a chosen neighbour share the label more often than a random one?"""

import streamlit as st

from n2n.plots import smoothness, theme
from n2n.training.tables import signed
from pages.session import data
from pages.session.markdown import escape
from pages.ui import controls, figures, frame

VIEWS = {"Per sampled pair": "sampled", "Per graph edge": "graph", "By class": None}
WHY = {
    "sampled": "Each bar is the share of pairs whose two labels differ. Random positives change with k as "
    "well, "
    "since with a larger k nodes with many neighbours weigh more: compare TAPS with the grey bar beside it.",
    "graph": "Each bar counts the same pairs, but divides by all directed edges of the graph, as the paper's "
    "own script does. With more positives there are more pairs to count while the divisor stays the same, so "
    "these bars must grow with k, for random positives too. Their rise says little about TAPS; the gap to "
    "the grey bars does.",
    None: "The probability that a positive and its node have different labels, for the nodes of each class.",
}


def _value(table: dict, k: str, per: str, column: str) -> float:
    row = next(i for i, pair in enumerate(zip(table["k"], table["per"], strict=True)) if pair == (k, per))
    return table[column][row]


def _notices(table: dict, per: str, k: str, seeds: int) -> tuple[str, ...]:
    taps, mean, sd = (_value(table, k, per, column) for column in ("taps", "random_mean", "random_sd"))
    everyone = _value(table, "all", per, "taps")
    difference = round(mean, 3) - round(taps, 3)  # of the numbers that are shown
    clear = abs(difference) > 2 * sd
    verdict = (
        (f"TAPS is {'better' if difference > 0 else 'worse'} by {abs(difference):.3f}")
        if clear
        else "the two do not differ by more than two standard deviations"
    )
    gap = round(everyone, 3) - round(taps, 3)
    than = f"{'better' if gap > 0 else 'worse'} by {abs(gap):.3f}" if gap else "neither better nor worse"
    return (
        f"With k = {k}, TAPS gives {taps:.3f}, random positives {mean:.3f} ± {sd:.3f} over {seeds} seeds: "
        f"{verdict}.",
        f"All neighbours give {everyone:.3f}: TAPS is {than}.",
    )


def _by_class_notice(table: dict) -> str:
    gains = {
        name: mean - taps
        for name, taps, mean in zip(table["class"], table["taps"], table["random_mean"], strict=True)
        if taps == taps and mean == mean
    }
    if not gains:
        return ""
    best, worst = max(gains, key=gains.get), min(gains, key=gains.get)
    return (
        f"TAPS minus random, where less is better: {signed(-gains[best], 3)} for {escape(best)}, the best "
        f"class, and {signed(-gains[worst], 3)} for {escape(worst)}, the worst."
    )


main, side = frame.page(
    "Label smoothness",
    "A good positive has the same label as its node; label smoothness $\\delta_l$ is the share of pairs "
    "where it does not, so lower is better.",
)
key, graph = frame.dataset()
with side:
    if graph.has_labels:
        view = controls.choice("View", tuple(VIEWS), "bars")
        k = controls.positives()
        seeds = controls.number(
            "Random draws",
            2,
            30,
            10,
            "draws",
            slider=True,
            help="Number of seeds for the mean and the standard deviation.",
        )
with main:
    frame.needs_labels(graph)
    per = VIEWS[view]
    if per is None:
        table = data.smoothness_by_class(key, k, seeds)
        figure = smoothness.by_class(table)
        notices = (_by_class_notice(table),)
    else:
        table = data.smoothness(key, seeds)
        figure = smoothness.by_k(table, per)
        notices = _notices(table, per, str(k), seeds)
    name = f"{data.file_stem(key)}-smoothness-{per or f'by-class-k{k}'}"
    figures.figure(
        figure, name, table=table, height=460, alt="Label smoothness of TAPS and of random positives"
    )
    frame.notice(*notices, WHY[per])
    if graph.num_isolated:
        st.caption(f"{theme.nodes(graph.num_isolated)} without a neighbour: in no pair and not counted.")
    frame.mathematics(
        "The pairs are those of every node with its positives. Label smoothness is the share of them with "
        "two different labels:",
        r"$\delta_l = \frac{1}{|\mathcal{P}|} \sum_{(i,j) \in \mathcal{P}} \mathbb{1}[y_i \neq y_j], \qquad "
        r"\mathcal{P} = \{(i,j) : j \text{ is a positive of } i\}$",
        "If all directed edges are the divisor instead, it does not depend on k:",
        r"$\delta_l^{\text{graph}} = \frac{1}{2|\mathcal{E}|} \sum_{(i,j) \in \mathcal{P}} \mathbb{1}[y_i "
        r"\neq y_j]$",
    )
