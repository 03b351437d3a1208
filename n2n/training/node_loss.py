"""The InfoNCE loss of one node in a run, at one of its epochs."""

from n2n.graph import Graph
from n2n.methods.n2n.node_loss import NodeLoss, loss_of_node
from n2n.methods.n2n.settings import Settings
from n2n.taps.ranking import Ranking
from n2n.taps.samplers import choose_positives
from n2n.training.run import Run


def node_loss(
    graph: Graph,
    run: Run,
    node: int,
    epoch: int | None = None,
    *,
    hardest: int = 10,
    ranking: Ranking | None = None,
) -> NodeLoss:
    """What InfoNCE says of one node, by the exact formula.

    Args:
        run: a run of N2N on this graph.
        epoch: one of those of `run.snapshots`, kept in half precision; None takes the embedding of the best
            validation epoch.
        hardest: how many negatives to name.
        ranking: of `n2n.rank(graph)`, where there is one already.

    >>> import n2n
    >>> karate = n2n.load("karate")
    >>> run = n2n.fit(karate, n2n.Settings(width=8, epochs=20))
    >>> loss = node_loss(karate, run, 0)
    >>> loss.positives.tolist(), len(loss.hardest)
    ([31], 10)
    """
    if not isinstance(run.settings, Settings):
        raise ValueError(f"{run.settings.name} has no InfoNCE over all nodes: choose a run of N2N.")
    s = run.settings
    if not 0 <= node < graph.num_nodes:
        raise ValueError(f"node is {node}: {graph.name} has nodes from 0 to {graph.num_nodes - 1}.")
    if epoch is None:
        h, epoch = run.embeddings, run.scores.epoch if run.scores else len(run.history)
    elif epoch in run.snapshots:
        h = run.snapshots[epoch]
    else:
        kept = ", ".join(map(str, run.snapshots)) or "none"
        raise ValueError(f"There is no snapshot of epoch {epoch}: the epochs kept are {kept}.")
    if len(h) != graph.num_nodes:
        raise ValueError(f"The run is of a graph with {len(h):,} nodes, not of {graph.name}: name its graph.")
    positives = choose_positives(graph, s.sampler, s.k, s.sampling_seed, ranking).of(node)
    return loss_of_node(h, node, positives, s, epoch=epoch, hardest=hardest)
