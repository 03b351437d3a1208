"""Which nodes a step of mini-batch training takes: a function of seed, epoch and step alone.

No state is carried along, so a run resumes from any step, on any number of ranks, as if nothing had happened.
"""

from functools import lru_cache

import numpy as np

# Beyond this many nodes an epoch shuffles runs of consecutive nodes. With 128 features, eight nodes are one
# page of memory or disk; a batch of 1,024 nodes still comes from 128 places of the graph.
SHUFFLED_ONE_BY_ONE = 1 << 20
RUN = 8


class Order:
    """The batches of every epoch: each node once, in shuffled order, in steps of almost equal size.

    Args:
        count: how many nodes there are to go through.
        batch_size: most nodes of a step. The steps of an epoch differ by one node at most, so that none has
            too few negatives.

    >>> order = Order(10, batch_size=4, seed=0)
    >>> order.steps, sorted(np.concatenate([order.batch(0, step) for step in range(3)]).tolist())
    (3, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    """

    def __init__(self, count: int, batch_size: int, seed: int):
        self.count, self.seed = count, seed
        self.steps = -(-count // batch_size)
        self.run = RUN if count > SHUFFLED_ONE_BY_ONE else 1
        self._shuffled = lru_cache(maxsize=1)(self._shuffle)

    def batch(self, epoch: int, step: int) -> np.ndarray:
        """The nodes of one step, over all ranks."""
        place = np.arange(self.count * step // self.steps, self.count * (step + 1) // self.steps)
        runs = self._shuffled(epoch)
        # What does not fill a run comes last.
        inside = place[: max(0, len(runs) * self.run - place[0])]
        nodes = runs[inside // self.run].astype(np.int64) * self.run + inside % self.run
        return np.concatenate([nodes, place[len(inside) :]])

    def draw(self, epoch: int, step: int, count: int, drawn: int) -> np.ndarray:
        """`drawn` of `count` places without replacement, all of them where there are no more.

        Of very many places whole runs are drawn, so a few more or fewer than asked for.
        """
        if drawn >= count:
            return np.arange(count)
        run = RUN if count > SHUFFLED_ONE_BY_ONE else 1
        runs = np.random.default_rng([self.seed, epoch, step, 1]).choice(
            count // run, max(round(drawn / run), 1), replace=False
        )
        return (runs[:, None] * run + np.arange(run)).ravel()

    def _shuffle(self, epoch: int) -> np.ndarray:
        return np.random.default_rng([self.seed, epoch]).permutation(
            np.arange(self.count // self.run, dtype=np.int32 if self.count < 2**31 else np.int64)
        )
