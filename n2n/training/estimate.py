"""Before a run: how long an epoch will take here, and how much memory the run needs."""

from dataclasses import dataclass

from n2n.compute import machine
from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.methods.registry import count_work

# What the counted pieces leave out, compared with measured epochs of graphs from 2,708 to 34,493 nodes.
BESIDES = 1.1


@dataclass(frozen=True)
class Estimate:
    """What a run will need."""

    seconds_per_epoch: float
    seconds: float
    """All epochs together, without evaluations."""
    bytes: int
    """Peak memory of the training beyond the graph itself."""
    available: int
    """Memory that is free on this machine."""
    estimator: str
    """How the denominators of InfoNCE are found; "" for a method without them."""
    ways_out: tuple[str, ...] = ()
    """What needs less memory."""

    @property
    def fits(self) -> bool:
        """Whether the run fits into the free memory."""
        return self.bytes <= self.available


def estimate(graph: Graph, settings: MethodSettings) -> Estimate:
    """Time and memory of a run of any method, within milliseconds (the first call measures the machine).

    >>> import n2n
    >>> estimate(n2n.load("karate"), n2n.Settings(epochs=10)).fits
    True
    """
    work, here = count_work(graph, settings), machine.this_machine()
    seconds = BESIDES * (
        here.call
        + work.dense * here.dense
        + work.sparse * here.sparse
        + work.elements * here.element
        + work.exponentials * here.exponential
    )
    return Estimate(
        seconds,
        seconds * settings.total_epochs,
        work.bytes,
        machine.available_memory(),
        work.estimator,
        work.ways_out,
    )


def refuse_if_too_large(graph: Graph, settings: MethodSettings) -> None:
    """Raise ValueError, with the figures and a way out, when a run would not fit into memory."""
    needed = estimate(graph, settings)
    if not needed.fits:
        raise ValueError(
            f"{settings.name} on {graph.name} would need {needed.bytes / 2**30:.1f} GB of memory, "
            f"{needed.available / 2**30:.1f} GB are free: "
            f"try {' or '.join(needed.ways_out or ('a smaller graph',))}."
        )
