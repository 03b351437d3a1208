"""The rules under which scores count, and what another rule does to them.

Nothing is computed for it: every measured run has its scores under all of them.
"""

import pandas as pd
import streamlit as st

from n2n.graph.splits import PROTOCOLS
from n2n.paper import Experiment, verdicts
from n2n.paper.differences import paired_sentence
from n2n.paper.experiments import find_experiment
from n2n.paper.verdicts import DEFAULT, PROBES, Protocol
from n2n.plots import paper
from n2n.training.selection import SELECTIONS, mark
from pages.session import data, results
from pages.ui import controls, figures, frame


def choose(experiment: Experiment) -> Protocol:
    """The switches, in the current column; only scores depend on them."""
    if experiment.kind != "accuracy":
        return DEFAULT
    selection = controls.choice(
        "Epoch to report",
        tuple(SELECTIONS),
        "selection",
        help="The epoch with the best validation score, the last epoch, or the epoch with the best test "
        "score. The third option chooses on the test nodes; the paper does not say which one it uses.",
        letters=16,
    )
    probe = controls.choice(
        "Linear probe",
        PROBES,
        "probe",
        help="Methods that learn without labels are scored by logistic regression, or by the softmax layer "
        "with dropout of the authors' released code, on the same representations.",
    )
    split = controls.choice(
        "Split of the nodes",
        PROTOCOLS,
        "lens.split",
        help="Under another split, only methods that were run with it have scores.",
        letters=16,
    )
    return Protocol(selection, probe, split)


def show_totals(protocol: Protocol) -> None:
    """The sentences to quote."""
    st.markdown("\n".join(f"- {one}" for one in verdicts.quote(results.counts(protocol), protocol)))
    st.caption(f"{protocol.description}.")
    if protocol.on_test_nodes:
        st.warning(
            "Best test: each run is scored at the epoch that is best on the test nodes themselves, so such "
            "numbers are too high; they are shown to find out what the paper may have printed.",
            icon=":material/flag:",
        )


def show_counts(protocol: Protocol) -> None:
    """The verdicts of each table."""
    note = mark(protocol.selection)
    with st.expander(f"Verdicts per table{note}", icon=":material/table:"):
        st.dataframe(verdicts.count_table(results.counts(protocol)), hide_index=True)


def show_paired(protocol: Protocol) -> None:
    """Does TAPS beat a random neighbour? Differences with their confidence intervals."""
    st.subheader("Does TAPS beat a random neighbour?", anchor=False)
    found = results.paired(protocol)
    if found.empty:
        st.info("No pairs of runs have been measured under this protocol yet.")
        st.code("n2n reproduce paired --datasets cora --minutes 30", language="bash")
        return
    names = {str(dataset): data.title(dataset) for dataset in found.dataset}
    note = mark(protocol.selection)
    figures.figure(
        paper.intervals(found, names, note),
        "taps-against-random",
        table=paired_table(found, names, note).to_dict("list"),
        height=paper.intervals_height(found),
        alt="Mean difference of TAPS and random positives with its confidence interval",
    )
    st.caption(f"{find_experiment('paired').about} {protocol.description}.")
    frame.notice(paired_sentence(found))


def paired_table(found: pd.DataFrame, names: dict[str, str], note: str) -> pd.DataFrame:
    """One row per difference, as text."""
    ends = zip(found.low, found.high, strict=True)
    return pd.DataFrame(
        {
            "graph": [names[key] for key in found.dataset],
            "framework": found.framework,
            "k": found.k,
            "pairs": found.pairs,
            "TAPS − random": [f"{mean:+.2f}{note}" for mean in found["mean"]],
            "95% interval": [f"{low:+.2f} to {high:+.2f}" for low, high in ends],
            "verdict": found.verdict,
        }
    )
