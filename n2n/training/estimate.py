"""Before a run: how long it will take here and now, and how much memory it needs.

A few epochs and an evaluation are run and timed, on the graph and with the settings of the run, where that
takes about a second; so whatever makes a run slow counts, also what else runs on the machine. What would take
longer is counted; see `cost`.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.taps.ranking import Ranking
from n2n.training.cost import Estimate, count_cost, looks

TRIAL = 0.5
"""Seconds for which epochs are timed."""
BESIDES = 1.1
"""What a run does between epochs: its record, the queue, saving. In 29 runs of all kinds the processor time
of a run was 1.12 times (median; 1.02 to 1.30 in four of five) what the parts timed here add up to."""
LONGEST = 1.0
"""Of epochs that take longer than this many seconds a single one is timed."""
DOUBT = 3.0
"""How many times too long an epoch may be counted: only one that is longer than even so is not tried out."""


@dataclass(frozen=True)
class Times:
    """Measured seconds of the parts of a run."""

    build: float
    """Until the first epoch can begin."""
    steps: tuple[float, ...]
    """An epoch of each stage."""
    evaluations: tuple[float, ...]
    """An evaluation in each stage."""
    snapshot: float

    def epochs(self, settings: MethodSettings) -> float:
        """All epochs of a run together."""
        counts = settings.epochs, settings.total_epochs - settings.epochs
        return sum(count * step for count, step in zip(counts, self.steps, strict=False))

    def total(self, settings: MethodSettings) -> float:
        """The whole run, which also embeds the nodes at its best epoch once more."""
        evaluations, snapshots = looks(settings)
        counts = settings.epochs, settings.total_epochs - settings.epochs
        # The stages have evaluations in proportion to their epochs.
        share = evaluations / max(settings.total_epochs, 1)
        looked = sum(share * count * each for count, each in zip(counts, self.evaluations, strict=False))
        result = self.evaluations[-1]
        timed = self.build + self.epochs(settings) + looked + snapshots * self.snapshot + result
        return BESIDES * timed


def estimate(
    graph: Graph,
    settings: MethodSettings,
    *,
    measure: bool = True,
    ranking: Ranking | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Estimate:
    """Time and memory of a run of any method: measured on this graph, in about a second.

    Args:
        measure: whether to run a few epochs; otherwise the time is counted, within milliseconds, and may be
            wrong by a factor of three.
        ranking: the graph's ranking where there is one already.
        clock: returns the time in seconds, called after every epoch; what it raises ends the measurement.

    >>> import n2n
    >>> estimate(n2n.load("karate"), n2n.Settings(epochs=10)).fits
    True
    """
    counted = count_cost(graph, settings)
    if not measure or not counted.fits or counted.seconds_per_epoch > DOUBT * LONGEST:
        return counted
    times = try_out(graph, settings, ranking, clock)
    return replace(
        counted,
        seconds_per_epoch=times.epochs(settings) / max(settings.total_epochs, 1),
        seconds=times.total(settings),
        measured=True,
    )


def try_out(
    graph: Graph,
    settings: MethodSettings,
    ranking: Ranking | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Times:
    """Run a few epochs of every stage and evaluate them; nothing of it is kept.

    Args:
        clock: returns the time in seconds; `time.process_time` does not count what else the machine does.
    """
    # torch takes seconds to load
    from n2n.methods.model import synchronise
    from n2n.methods.registry import build

    for _ in range(2):
        start = clock()
        model = build(graph, settings, ranking)
        built = clock() - start
        if built < TRIAL:  # else it may have compiled, which a run need not do again
            break
    steps, evaluations = [], []
    snapshot = 0.0
    for place, stage in enumerate(dict.fromkeys(settings.stages)):
        if place:
            model.begin_stage(stage)

        def step(stage=stage) -> None:
            model.step(stage)
            synchronise(model.device)

        start = clock()
        step()  # compiles, and fills what is kept between epochs
        least = 1 if clock() - start > LONGEST else 2
        steps.append(_mean_time(step, TRIAL, clock, least))

        def evaluate(stage=stage) -> None:
            look = model.evaluation()
            if model.nodes is not None:
                look.scores(stage)
            if settings.watch_theorem:
                look.theorem()

        evaluations.append(_mean_time(evaluate, TRIAL / 2, clock, least))
    if settings.snapshots:
        snapshot = _mean_time(lambda: model.evaluation().snapshot(), TRIAL / 10, clock)
    return Times(built, tuple(steps), tuple(evaluations), snapshot)


def _mean_time(
    work: Callable[[], object], seconds: float, clock: Callable[[], float], least: int = 2
) -> float:
    """The mean time of a call: of at least `least` calls, or of as many as fit into these seconds."""
    start, calls = clock(), 0
    while calls < least or (calls < 50 and clock() - start < seconds):
        work()
        calls += 1
    return (clock() - start) / calls
