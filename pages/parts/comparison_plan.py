"""Which methods run on which graphs, how long that takes, and the button that queues them."""

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import n2n
from n2n.graph.splits import PROTOCOLS
from n2n.methods.base import MethodSettings
from n2n.paper.experiments import comparison_runs, families
from n2n.plots import theme
from n2n.training.run import Run
from pages.session import data, runs
from pages.session.markdown import escape
from pages.ui import controls, problems

DEFAULT = ("N2N-TAPS-1 (JL)", "N2N (JL)", "N2N (URL)", "MLP", "GCN", "GraphSAGE-Mean", "DGI", "Graph-MLP")
EPOCHS = 1000
_PROBLEM, _RUN = "problem of the last comparison", "compare.run"


@dataclass(frozen=True)
class Plan:
    """What the visitor wants to compare."""

    methods: list[str]
    graphs: dict[str, n2n.Graph]
    """By dataset, the one of the sidebar first."""
    split: str
    everything: bool
    """Whether all measured methods are drawn, not only the chosen ones."""
    tasks: list[tuple[str, MethodSettings]]
    """(dataset, settings) of every run that it consists of."""

    @property
    def titles(self) -> dict[str, str]:
        """Names of the datasets."""
        return {key: data.title(key) for key in self.graphs}


def choose(dataset: str, graph: n2n.Graph, wide: DeltaGenerator) -> Plan:
    """The controls: lists in the wide column, the others in the current one."""
    titles = {info.title: key for key, info in n2n.catalogue().items() if key != dataset}
    with wide:
        left, right = st.columns((3, 1.3), gap="medium")
    with left:
        methods = controls.several(
            "Methods",
            list(families()),
            "methods",
            default=DEFAULT,
            placeholder="choose methods",
            help="N2N and its baselines by the paper's names; each runs with the settings of its recipe.",
        )
    with right:
        also = controls.several(
            "Also compare on",
            list(titles),
            "also",
            placeholder="no other graph",
            help="Further graphs to compare on.",
        )
    everything = controls.switch(
        "Draw all methods", "everything", help="Also draw measured methods that are not chosen for a run."
    )
    split = controls.choice(
        "Split",
        PROTOCOLS,
        "protocol",
        help="Which nodes are for training and which for the test. The split alone moves the score of a "
        "method by points, so only scores of one split are drawn together.",
    )
    seeds = controls.typed("Seeds", 1, 5, 1, "seeds", help="Runs per method, each with its own seed.")
    epochs = controls.typed(
        "Maximum epochs",
        5,
        EPOCHS,
        EPOCHS,
        "epochs",
        help="For a quick look, stop earlier than the recipe of a method would.",
    )
    graphs = {dataset: graph}
    for title in also:
        found = _load(titles[title], title)
        if found is not None:
            graphs[titles[title]] = found
    tasks = []
    for key, one in graphs.items() if seeds and epochs else ():
        try:
            found = comparison_runs(methods, key, one, split, seeds, epochs if epochs < EPOCHS else None)
        except ValueError as problem:
            st.warning(f"{escape(str(problem))} Nothing will run there.")
            continue
        tasks.extend((key, settings) for settings in found)
    return Plan(methods, graphs, split, everything, tasks)


def _load(key: str, title: str) -> n2n.Graph | None:
    try:
        with st.spinner(f"Loading {title}"):
            return data.graph(key)
    except ValueError as problem:
        st.warning(escape(problem))
        return None


def act(plan: Plan) -> None:
    """What will run, how long it takes, and the buttons."""
    done = {(run.dataset, run.settings) for run in runs.mine() if _counts(run)}
    todo = [task for task in plan.tasks if task not in done]
    if controls.clicked(_RUN) and todo:
        _start(plan, todo)
        st.rerun()
    with st.container(horizontal=True):
        controls.button(
            f"Run ({len(todo)})" if todo else "Run",
            key=_RUN,
            type="primary",
            icon=":material/play_arrow:",
            disabled=not todo,
            width="stretch",
        )
        st.button(
            "Stop",
            key="compare.stop",
            icon=":material/stop:",
            disabled=not _own_active(),
            on_click=lambda: [runs.stop(id) for id in _own_active()],
            width="stretch",
            help="Ends your runs: those that wait and the one in progress.",
        )
    problems.show(_PROBLEM)
    st.caption(_expect(plan, todo))


def _own_active() -> list[str]:
    """The ids of the visitor's runs that wait or are in progress."""
    return [run.id for run in runs.active() if runs.is_owner(run)]


def _counts(run: Run) -> bool:
    """Whether a run need not be repeated; a fork has had other settings before."""
    return run.fork is None and run.status.state not in ("failed", "stopped", "interrupted")


def _expect(plan: Plan, todo: list[tuple[str, MethodSettings]]) -> str:
    if not plan.methods:
        return "Choose one or more methods."
    known = len(plan.tasks) - len(todo)
    first = f"You have {known} of these {len(plan.tasks)} runs already. " if known else ""
    if not todo:
        return f"{first}Nothing is left to run." if plan.tasks else "There is nothing to run."
    return f"{first}{theme.counted(len(todo), 'run')}, one after the other."


def _start(plan: Plan, todo: list[tuple[str, MethodSettings]]) -> None:
    """Queue them; where the queue is full, say what was left out."""
    ids = []
    for place, (dataset, settings) in enumerate(todo):
        where = f", {data.title(dataset)}" if len(plan.graphs) > 1 else ""
        name = f"{settings.name}{where}, {settings.split}, seed {settings.seed}"
        try:
            ids.append(runs.start(dataset, plan.graphs[dataset], settings, name).id)
        except ValueError as full:
            left = len(todo) - place
            problems.keep(_PROBLEM, f"{left} of the {len(todo)} runs were not queued: {full}")
            break
    if ids:
        runs.choose(ids)
