"""Training: all settings, start and stop, live curves, and the runs of this session."""

from collections.abc import Callable

import streamlit as st

import n2n
from n2n.methods.base import MethodSettings
from n2n.plots import theme
from n2n.training.tables import duration
from pages.session import data, expectations, hardware, runs
from pages.ui import controls, fork_form, frame, problems, run_list, run_view, run_views, settings_form
from pages.ui.markdown import escape

STATES = {"queued": "waiting", "running": "running"}
_PROBLEM, _START = "why a run was not queued", "train.start"


def _start(dataset: str, graph: n2n.Graph, settings: MethodSettings, possible: bool) -> None:
    """The button that queues a run, with what went wrong the last time."""
    if controls.clicked(_START) and possible:
        with problems.kept(_PROBLEM):
            runs.start(dataset, graph, settings)
        st.rerun()
    problems.show(_PROBLEM)
    controls.button(
        "Start",
        key=_START,
        type="primary",
        icon=":material/play_arrow:",
        disabled=not possible,
        width="stretch",
    )


def _stop() -> None:
    """A button that ends the run that is shown; whoever only watches it has none."""
    active = [run for run in runs.chosen() if not run.status.ended]
    own = [run for run in active if runs.is_owner(run.id) and runs.table().is_here(run.id)]
    if active and not own:
        return
    st.button(
        "Stop",
        icon=":material/stop:",
        disabled=not own,
        on_click=runs.stop,
        args=(own[0].id,) if own else ("",),
        width="stretch",
        help="Stops the run on display at the end of its current epoch; what it has learnt is kept.",
    )


def _expect(dataset: str, graph: n2n.Graph, settings: MethodSettings) -> bool:
    """Say what the run will take; False, with the reason, where it is not possible."""
    if not hardware.current().ready:
        st.fragment(_wait, run_every=1.0)(lambda: hardware.current().ready)
        st.caption("Measuring this server's speed for an estimate …")
        return True
    if problem := hardware.problem(graph, settings):
        st.error(escape(problem))
        return False
    if expectations.measure(dataset, graph, settings):
        st.fragment(_wait, run_every=0.7)(lambda: not expectations.is_measuring())
    expected = expectations.known_or_counted(dataset, graph, settings)
    device = hardware.device(settings)
    how = "as measured just now" if expected.measured else "a rough estimate"
    st.caption(
        f"About **{duration(expected.seconds_per_epoch)}** per epoch, **{duration(expected.seconds)}** for "
        f"{theme.counted(settings.total_epochs, 'epoch')} with evaluations, {how}; "
        f"{expected.bytes / 2**20:,.0f} MB of {expected.available / 2**30:.1f} GB free memory; "
        f"{device if device == 'CPU' else f'{device}, estimated for the CPU'}."
    )
    return True


def _wait(known: Callable[[], bool]) -> None:
    """Ask now and then; run the page again when something is known."""
    if known():
        st.rerun()


def _queue() -> None:
    waiting = runs.jobs().queue()
    if not waiting:
        return
    jobs = [f"{place}. {escape(job.title)}, {STATES[job.state]}" for place, job in enumerate(waiting, 1)]
    with st.expander(f"Queue of all visitors: {len(waiting)}", icon=":material/list:"):
        st.markdown("\n".join(jobs))


main, side = frame.page(
    "Train",
    "N2N pulls the representation of every node towards those of its positives and away from all others; the "
    "network itself reads the features of one node at a time. Watch it learn.",
    first="actions",
)
key, graph = frame.dataset()
with side:
    actions = st.container(key="actions")
    settings, note, valid = settings_form.choose(key, graph)
    with actions:
        buttons = st.container(horizontal=True)
        possible = valid and _expect(key, graph, settings)
        with buttons:
            _start(key, graph, settings, possible)
            _stop()
        _queue()
with main:
    if not graph.has_labels:
        st.info(
            "This graph has no labels: only methods that learn without labels can be trained on it, and "
            "there are no accuracy scores."
        )
    if runs.chosen():
        run_views.show(key, graph)
        fork_form.show(key, graph)
    else:
        run_view.show_expected(key, settings.name, data.split(graph, settings))
    st.caption(f"{data.label_use(graph, settings)} {note}")
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
