"""What a run will cost, counted before anything runs: time, and memory.

Counts of operations times what they cost on this machine tell methods and sizes apart, but the time of a run
only within a factor of two or three. `estimate` measures instead, where that takes little time.
"""

from ctypes.util import find_library
from dataclasses import dataclass

from n2n.compute import machine
from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.methods.work import count_work

# What the counted pieces leave out, compared with measured epochs of graphs from 2,708 to 34,493 nodes.
BESIDES = 1.1
# Seconds of a step of the linear probe that no array explains.
PROBE_CALL = 4e-4
# To embed all nodes and classify them, compared with an epoch.
LOOK = 0.3


@dataclass(frozen=True)
class Estimate:
    """What a run will need."""

    seconds_per_epoch: float
    seconds: float
    """The whole run: all epochs, their evaluations and snapshots, the result. Patience may end it sooner."""
    bytes: int
    """Peak memory of the training beyond the graph itself."""
    available: int
    """Memory that is free on the device of the run."""
    estimator: str
    """How the denominators of InfoNCE are found; "" for a method without them."""
    ways_out: tuple[str, ...] = ()
    """What needs less memory."""
    measured: bool = False
    """Whether the times were measured on this graph, rather than counted."""

    @property
    def fits(self) -> bool:
        """Whether the run fits into the free memory."""
        return self.bytes <= self.available


def count_cost(graph: Graph, settings: MethodSettings, load: float | None = None) -> Estimate:
    """Time and memory of a run of any method, within milliseconds (the first call measures the machine).

    Args:
        load: how many times slower than at its best the machine is; looked at where it is not given.

    >>> import n2n
    >>> count_cost(n2n.load("karate"), n2n.Settings(epochs=10)).fits
    True
    """
    work, here = count_work(graph, settings), machine.this_machine()
    # What else runs on the machine makes all of it slower.
    load = machine.slowdown() if load is None else load
    seconds = (
        BESIDES
        * load
        * (
            here.call
            + work.dense * here.dense
            + work.sparse * here.sparse
            + work.elements * here.element
            + work.exponentials * here.exponential
        )
    )
    evaluations, snapshots = looks(settings)
    probe = load * _probe(graph, settings, here) if "pretext" in settings.stages else 0.0
    return Estimate(
        seconds,
        seconds * (settings.total_epochs + LOOK * (evaluations + snapshots)) + evaluations * probe,
        work.bytes,
        free_memory(settings.device),
        work.estimator,
        work.ways_out,
    )


def looks(settings: MethodSettings) -> tuple[int, int]:
    """How many evaluations and snapshots a whole run has.

    >>> from n2n.methods.n2n.settings import Settings
    >>> looks(Settings(epochs=25, evaluate_every=10, snapshots=4))
    (3, 4)
    """
    s = settings
    last = {s.epochs, s.total_epochs} - {0}
    due = s.total_epochs // s.evaluate_every + sum(end % s.evaluate_every != 0 for end in last)
    return due, min(s.snapshots, s.total_epochs)


def _probe(graph: Graph, settings: MethodSettings, here: machine.Machine) -> float:
    """Seconds of the linear probe that evaluates a representation learnt without labels."""
    # torch takes seconds to load
    from n2n.methods.probes import PENALTIES, SOFTMAX_EPOCHS, STEPS

    if not graph.has_labels:
        return 0.0
    nodes = len(graph.split(settings.split, settings.split_seed).train)
    if settings.probe == "softmax":  # as long as 11 plain passes over the inputs, measured on Cora
        return SOFTMAX_EPOCHS * 11 * nodes * settings.width * here.element
    columns = len(PENALTIES) * graph.num_classes
    products = 2 * nodes * settings.width * columns * here.dense
    passes = 10 * (nodes + settings.width) * columns * here.element
    return STEPS * (PROBE_CALL + products + passes)


def free_memory(device: str) -> int:
    """Bytes that a run may use on the device that its settings name."""
    if device != "cpu" and find_library("cuda"):  # torch takes seconds to load
        import torch

        from n2n.methods.model import choose_device

        if torch.cuda.is_available():
            return torch.cuda.mem_get_info(choose_device(device))[0]
    return machine.available_memory()


def refuse_if_too_large(graph: Graph, settings: MethodSettings) -> None:
    """Raise ValueError, with the figures and a way out, when a run would not fit into memory.

    It times nothing: a page asks this while a training runs, which would have to wait.
    """
    work, available = count_work(graph, settings), free_memory(settings.device)
    if work.bytes > available:
        raise ValueError(
            f"{settings.name} on {graph.name} would need {work.bytes / 2**30:.1f} GB of memory, "
            f"{available / 2**30:.1f} GB are free: "
            f"try {' or '.join(work.ways_out or ('a smaller graph',))}."
        )
