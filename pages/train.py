"""Training: all settings, start and stop, live curves, and the runs of this session."""

import streamlit as st

import n2n
from n2n.training.tables import duration
from pages.session import machine as _machine
from pages.session import runs
from pages.ui import frame, run_list, run_view, settings_form

STATES = {"queued": "waiting", "running": "running"}


def _start(dataset: str, graph: n2n.Graph, settings: n2n.Settings, possible: bool) -> None:
    if st.button(
        "Start", type="primary", icon=":material/play_arrow:", disabled=not possible, width="stretch"
    ):
        try:
            runs.start(dataset, graph, settings)
        except ValueError as full:
            st.error(str(full))
        else:
            st.rerun()


def _stop() -> None:
    active = [entry for entry in [*runs.chosen(), *runs.mine()] if not entry.status.ended]
    st.button(
        "Stop",
        icon=":material/stop:",
        disabled=not active,
        on_click=runs.stop,
        args=(active[0].id,) if active else ("",),
        width="stretch",
        help="Ends the run after its current epoch; what it has learnt is kept.",
    )


def _expect(graph: n2n.Graph, settings: n2n.Settings) -> bool:
    """Say what the run will take; False, with the reason, where it cannot be."""
    if not _machine.machine().ready:
        st.fragment(_measuring, run_every=1.0)()
        return True
    if problem := _machine.problem(graph, settings):
        st.error(problem)
        return False
    expected = n2n.estimate(graph, settings)
    device = _machine.device(settings)
    st.caption(
        f"About **{duration(expected.seconds_per_epoch)}** an epoch, **{duration(expected.seconds)}** in all "
        f"without evaluations, {expected.bytes / 2**20:,.0f} MB of {expected.available / 2**30:.1f} GB free "
        f"memory; {device if device == 'CPU' else f'{device}, times are those of the CPU'}."
    )
    return True


def _measuring() -> None:
    if _machine.machine().ready:
        st.rerun()
    st.caption("Measuring this machine for an estimate …")


def _queue() -> None:
    waiting = runs.jobs().queue()
    if not waiting:
        return
    lines = [f"{place}. {frame.text(job.title)}, {STATES[job.state]}" for place, job in enumerate(waiting, 1)]
    with st.expander(f"Queue of all visitors: {len(waiting)}", icon=":material/list:"):
        st.markdown("\n".join(lines))


def _split(graph: n2n.Graph, settings: n2n.Settings):
    try:
        return graph.split(settings.split, settings.split_seed) if graph.has_labels else None
    except ValueError:
        return None


main, side = frame.page(
    "Train",
    "Pulling every node towards its positives and away from all others teaches a plain network what usually "
    "takes message passing; watch it learn.",
)
key, graph = frame.dataset()
with side:
    top = st.container()
    settings, note = settings_form.choose(key, graph)
    with top:
        buttons = st.container(horizontal=True)
        possible = _expect(graph, settings)
        with buttons:
            _start(key, graph, settings, possible)
            _stop()
        _queue()
with main:
    if not graph.has_labels:
        st.info(
            "This graph has no labels: it can be trained without them (URL), and there are no accuracies."
        )
    if runs.chosen():
        run_view.show()
    else:
        run_view.before(key, settings.name, _split(graph, settings))
    st.caption(f"The recipe at the side: {note}")
    run_list.show()
    frame.mathematics(
        "An encoder makes a representation **h** of the features of each node; **s** is the mean of those "
        "of its positives. InfoNCE (the paper's Eq. 3) pulls the two together, and all nodes apart:",
        r"$\mathcal{L}_{\text{InfoNCE}} = -\mathbb{E}_{v_i} \left[ \log "
        r"\frac{\exp(\text{sim}(\vec{s}_i, \vec{h}_i)/\tau)}"
        r"{\sum_{v_k \in \mathcal{V}} \exp(\text{sim}(\vec{h}_k, \vec{h}_i)/\tau)} \right]$",
        "Joint learning (JL, Eq. 9) adds the cross-entropy of a classifier on the training nodes. "
        "Unsupervised learning (URL) takes InfoNCE alone; a linear probe tells afterwards how much of the "
        "classes is in **h**. PT&FT trains without labels first and with them afterwards:",
        r"$\mathcal{L} = (1-\alpha)\,\mathcal{L}_{\text{CE}} + \alpha\,\mathcal{L}_{\text{InfoNCE}}$",
        "A smaller InfoNCE means a larger lower bound on the mutual information of nodes and neighbourhoods "
        "(Eq. 2), here with N nodes in the denominator:",
        r"$I(S; H) \geq \log N - \mathcal{L}_{\text{InfoNCE}}$",
        "Theorem 1 (Eq. 6) says that this smooths the graph: mutual information and feature smoothness "
        "(Eq. 4) move against each other.",
        r"$I(S; H) \sim \frac{1}{\delta_f}, \qquad \delta_f = \frac{\left\| \sum_{v_i} \left( "
        r"\sum_{v_j \in \mathcal{N}_i} (\vec{h}_i - \vec{h}_j) \right)^2 \right\|_1}{|\mathcal{E}| \cdot D}$",
    )
