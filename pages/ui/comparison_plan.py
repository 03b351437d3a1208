"""Which methods run on which graphs, how long that takes, and the button that queues them."""

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import n2n
from n2n.graph.splits import PROTOCOLS
from n2n.methods.base import MethodSettings
from n2n.paper.lineup import comparison_runs, families
from n2n.training.tables import duration
from pages.session import data, machine
from pages.session import runs as _runs
from pages.ui import controls as _controls
from pages.ui import frame, run_list

DEFAULT = ("N2N-TAPS-1 (JL)", "N2N (JL)", "N2N (URL)", "MLP", "GCN", "GraphSAGE-Mean", "DGI", "Graph-MLP")
EPOCHS = 1000
_TOLD = "what became of the last comparison"


@dataclass(frozen=True)
class Plan:
    """What the visitor wants to compare."""

    methods: list[str]
    graphs: dict[str, n2n.Graph]
    """By dataset, the one of the sidebar first."""
    split: str
    runs: list[tuple[str, MethodSettings]]
    """(dataset, settings) of every run that it consists of."""

    @property
    def titles(self) -> dict[str, str]:
        """Names of the datasets."""
        return {key: run_list.title(key) for key in self.graphs}


def choose(dataset: str, graph: n2n.Graph, wide: DeltaGenerator) -> Plan:
    """The controls: names in the wide column, the others in the current one."""
    titles = {info.title: key for key, info in n2n.catalogue().items() if key != dataset}
    left, right = wide.columns([3, 1.3])
    with left:
        methods = _controls.several(
            "Methods",
            list(families()),
            "methods",
            default=DEFAULT,
            placeholder="choose some",
            help="N2N and its rivals by the paper's names; each runs with the settings of its recipe.",
        )
    with right:
        also = _controls.several(
            "Also on",
            list(titles),
            "also",
            placeholder="no other graph",
            help="Further graphs to compare on.",
        )
    split = _controls.choice(
        "Split of the runs",
        PROTOCOLS,
        "protocol",
        help="Which nodes teach and which are tested. The same method scores points more or less by the "
        "split alone, so only scores of one split are drawn together.",
    )
    seeds = _controls.number("Seeds", 1, 5, 1, "seeds", help="Runs of each method, each with another seed.")
    epochs = _controls.number(
        "Epochs at most",
        5,
        EPOCHS,
        EPOCHS,
        "epochs",
        help="For a quick look, stop sooner than the recipe of a method would.",
    )
    graphs = {dataset: graph}
    for title in also:
        found = _load(titles[title], title)
        if found is not None:
            graphs[titles[title]] = found
    runs = []
    for key, one in graphs.items():
        try:
            found = comparison_runs(methods, key, one, split, seeds, epochs if epochs < EPOCHS else None)
        except ValueError as problem:
            st.warning(f"{frame.text(str(problem))} Nothing is run there.")
            continue
        runs.extend((key, settings) for settings in found)
    return Plan(methods, graphs, split, runs)


def _load(key: str, title: str) -> n2n.Graph | None:
    try:
        with st.spinner(f"Loading {title}"):
            return data.graph(key)
    except ValueError as problem:
        st.warning(str(problem))
        return None


def act(plan: Plan) -> None:
    """What will run, how long it takes, and the buttons."""
    done = {(entry.dataset, entry.settings) for entry in _runs.mine() if _counts(entry)}
    todo = [run for run in plan.runs if run not in done]
    with st.container(horizontal=True):
        st.button(
            f"Run {len(todo)}" if todo else "Run",
            key="compare.run",
            type="primary",
            icon=":material/play_arrow:",
            disabled=not todo,
            on_click=_start,
            args=(plan, todo),
            width="stretch",
        )
        active = [entry.id for entry in _runs.mine() if not entry.status.ended]
        st.button(
            "Stop",
            key="compare.stop",
            icon=":material/stop:",
            disabled=not active,
            on_click=lambda: [_runs.stop(id) for id in active],
            width="stretch",
            help="Ends your runs, those that wait and the one under way.",
        )
    if told := st.session_state.pop(_TOLD, None):
        st.error(told)
    st.caption(_expect(plan, todo))


def _counts(entry: n2n.Run) -> bool:
    """Whether a run need not be made again."""
    return entry.status.state not in ("failed", "cancelled")


def _expect(plan: Plan, todo: list[tuple[str, MethodSettings]]) -> str:
    if not plan.methods:
        return "Choose one or more methods."
    known = len(plan.runs) - len(todo)
    first = f"{known} of {len(plan.runs)} runs are among yours already. " if known else ""
    if not todo:
        return f"{first}Nothing is left to run." if plan.runs else "There is nothing to run."
    times = [_seconds(plan, *run) for run in todo]
    sure = [seconds for seconds in times if seconds is not None]
    words = f"{first}{len(todo)} {'run' if len(todo) == 1 else 'runs'} one after the other"
    if sure:
        words += f": at most about **{duration(sum(sure))}**"
        if len(sure) < len(times):
            words += f" for {len(sure)} of them; the others have not been timed yet"
    return f"{words}."


def _seconds(plan: Plan, dataset: str, settings: MethodSettings) -> float | None:
    """Time of a run without its evaluations; None before this machine has been measured."""
    return n2n.estimate(plan.graphs[dataset], settings).seconds if machine.machine().ready else None


def _start(plan: Plan, todo: list[tuple[str, MethodSettings]]) -> None:
    """Queue them; where the queue is full, say what was left out."""
    ids = []
    for place, (dataset, settings) in enumerate(todo):
        where = f", {run_list.title(dataset)}" if len(plan.graphs) > 1 else ""
        name = f"{settings.name}{where}, {settings.split}, seed {settings.seed}"
        try:
            ids.append(_runs.start(dataset, plan.graphs[dataset], settings, name).id)
        except ValueError as full:
            left = len(todo) - place
            st.session_state[_TOLD] = f"{left} of the {len(todo)} runs were not queued: {full}"
            break
    if ids:
        _runs.choose(ids)
