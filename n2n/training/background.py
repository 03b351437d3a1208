"""A training run as a background job."""

from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.sampling.ranking import Ranking
from n2n.training.jobs import Jobs, Status
from n2n.training.run import Run


def train_job(
    jobs: Jobs,
    graph: Graph,
    settings: MethodSettings,
    *,
    title: str = "",
    name: str = "",
    dataset: str = "",
    ranking: Ranking | None = None,
) -> Run:
    """Queue a training run and return its record, which the worker fills while it learns.

    Args:
        title: what everybody sees of it in the queue.
        name, dataset: as in `Run`.
        ranking: the graph's ranking where there is one already.

    >>> import n2n
    >>> jobs = Jobs()
    >>> run = train_job(jobs, n2n.load("karate"), n2n.Settings(width=8, epochs=2))
    >>> jobs.wait(run.id).done, run.embeddings.shape
    (2, (34, 8))
    """
    from n2n.training.trainer import Trainer  # torch takes seconds to load; queueing needs none of it

    run = Run(settings, graph.name, name=name, dataset=dataset)
    trainers: list[Trainer] = []

    def start():
        trainers.append(Trainer(graph, settings, ranking, run))
        return iter(trainers[0])

    def finish():
        run.result = trainers[0].result()

    def end(status: Status) -> None:
        trainers.clear()
        run.end, run.ask_worker = status, None

    run.ask_worker = lambda: jobs.status(run.id)
    try:
        jobs.submit(
            title or f"{settings.name} on {graph.name}", start, settings.total_epochs, finish, end, run.id
        )
    except ValueError:  # the queue is full, so there is no run
        run.ask_worker = None
        raise
    return run
