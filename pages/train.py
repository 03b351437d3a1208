"""Training: settings, start and stop, live curves, and the runs of this visitor."""

import streamlit as st

from n2n.methods.base import MethodSettings
from n2n.plots import theme
from n2n.training.tables import duration
from n2n.training.workers import pool
from pages.parts import fork_form, learning, node_loss, run_list, settings_form
from pages.session import data, jobs, runs
from pages.session.background import ask
from pages.session.markdown import escape
from pages.ui import controls, frame, problems

VIEWS = {"Curves and embedding": learning.show, "One node's loss": node_loss.show}
_START, _ESTIMATE = "train.start", "Timing a few epochs"


def _actions(settings: MethodSettings, wrong: list[str]) -> None:
    """Start and Stop, with what the run will use, or why there can be none."""
    buttons = st.container(horizontal=True)
    try:
        if graph.has_labels:
            graph.split(settings.split, settings.split_seed)
    except ValueError as problem:
        wrong = [*wrong, str(problem)]
    for problem in wrong:
        st.error(escape(problem))
    if not graph.num_features:
        st.info("This graph has no features to learn from: read its files again, with features made.")
    possible = not wrong and graph.num_features > 0
    if controls.clicked(_START) and possible:
        with problems.kept(_START):
            runs.start(key, graph, settings)
        st.rerun()
    with buttons:
        icon = ":material/play_arrow:"
        controls.button("Start", _START, type="primary", icon=icon, disabled=not possible, width="stretch")
        _stop()
    problems.show(_START)
    st.caption(data.label_use(graph, settings))
    if possible:
        _estimate(settings)
    waiting = [job for job in pool().queue() if not job.urgent]
    if waiting:
        listed = [f"{place}. {escape(job.title)}, {job.state}" for place, job in enumerate(waiting, 1)]
        with st.expander(f"Queue of all visitors: {len(waiting)}", icon=":material/list:"):
            st.markdown("\n".join(listed))


def _stop() -> None:
    """A button that ends the run that is shown; whoever only watches it has none."""
    active = [run for run in runs.chosen() if not run.status.ended]
    own = [run.id for run in active if runs.is_owner(run)]
    if own or not active:
        st.button(
            "Stop",
            icon=":material/stop:",
            disabled=not own,
            on_click=runs.stop,
            args=(*own, "")[:1],
            width="stretch",
            help="Stops the run on display at the end of its current epoch; what it has learnt is kept.",
        )


def _estimate(settings: MethodSettings) -> None:
    """What the run will take, by a few epochs of it; not while another run would make them slower."""
    if data.is_large(key) or any(job.title != _ESTIMATE for job in pool().queue()):
        return
    what, source = ("estimate", key, settings), data.source(key, graph)
    found = ask(what, jobs.estimate, source, settings, title=_ESTIMATE)
    if found is not None:
        st.caption(
            f"About **{duration(found.seconds_per_epoch)}** per epoch, **{duration(found.seconds)}** for "
            f"{theme.counted(settings.total_epochs, 'epoch')} with evaluations; "
            f"at most {found.bytes / 2**20:,.0f} MB of {found.available / 2**30:.1f} GB free memory."
        )


main, side = frame.page(
    "Train",
    "N2N pulls the representation of every node towards those of its positives and away from all others; the "
    "network itself reads the features of one node at a time. Watch it learn.",
    first="actions",
)
key, graph = frame.dataset()
with side:
    actions = st.container(key="actions")
    settings, note, wrong = settings_form.choose(key, graph)
    with actions:
        _actions(settings, wrong)
with main:
    if not graph.has_labels:
        st.info(
            "This graph has no labels: only methods that learn without labels can be trained on it, and "
            "there are no accuracy scores."
        )
    if runs.chosen():
        view = controls.choice("View", list(VIEWS), "runview", letters=80)
        VIEWS[view](key, graph)
        fork_form.show(key, graph)
    else:
        learning.show_expected(key, settings, data.split(graph, settings))
    st.caption(note)
    run_list.show()
    frame.mathematics(
        "An encoder turns the features of each node into a representation **h**; **s** is the mean of those "
        "of its positives. InfoNCE (the paper's Eq. 3) pulls the two together, and all nodes apart:",
        frame.INFO_NCE,
        "Joint learning (JL, Eq. 9) adds the cross-entropy of a classifier on the training nodes. "
        "Unsupervised learning (URL) uses InfoNCE alone; a linear probe then tells how much **h** reveals "
        "about the classes. PT&FT trains first without labels, then with them:",
        r"$\mathcal{L} = (1-\alpha)\,\mathcal{L}_{\text{CE}} + \alpha\,\mathcal{L}_{\text{InfoNCE}}$",
        "A smaller InfoNCE means a larger lower bound on the mutual information of nodes and neighbourhoods "
        "(Eq. 2), here with N nodes in the denominator:",
        r"$I(S; H) \geq \log N - \mathcal{L}_{\text{InfoNCE}}$",
        "Theorem 1 (Eq. 6) says that this smooths the graph: mutual information and feature smoothness (Eq. "
        "4) move in opposite directions.",
        r"$I(S; H) \sim \frac{1}{\delta_f}, \qquad \delta_f = \frac{\left\| \sum_{v_i} \left( "
        r"\sum_{v_j \in \mathcal{N}_i} (\vec{h}_i - \vec{h}_j) \right)^2 \right\|_1}{|\mathcal{E}| \cdot D}$",
    )
