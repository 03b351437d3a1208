"""Mini-batches: which nodes a step takes, and the features of these nodes and of their positives.

The order is a function of seed, epoch and step alone, so that a run resumes from any step, on any number of
processes, and follows the same curve. A thread prepares the next batches while the model learns from one.
Only the rows of a batch are ever read, so features may lie on disk, in memory-mapped arrays.
"""

import mmap
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np
import scipy.sparse as sp
import torch

from n2n.compute.csr import Matrix, find_sorted
from n2n.compute.sparse import SparseRows, trains_sparse
from n2n.methods.layers import Aggregation
from n2n.methods.ranks import Ranks
from n2n.taps.positives import Positives

# Batches that are prepared ahead.
DEPTH = 2
# Beyond this many nodes an epoch shuffles runs of consecutive nodes. With 128 features, eight nodes are one
# page of memory or disk; a batch of 1,024 nodes still comes from 128 places of the graph.
SHUFFLED_ONE_BY_ONE = 1 << 20
RUN = 8
# A row that is read maps up to 16 pages of 4 KB into memory; beyond this many bytes they are given back.
MAPPED_PER_ROW = 1 << 16
MAPPED_BYTES = 256 << 20

Item = TypeVar("Item")
Result = TypeVar("Result")


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
        self._shuffled = lru_cache(maxsize=1)(self._shuffle)

    def batch(self, epoch: int, step: int) -> np.ndarray:
        """The nodes of one step, over all ranks."""
        place = np.arange(self.count * step // self.steps, self.count * (step + 1) // self.steps)
        runs, run = self._shuffled(epoch), _run(self.count)
        # The nodes that do not fill a run come last.
        inside = place[: max(0, len(runs) * run - place[0])]
        nodes = runs[inside // run].astype(np.int64) * run + inside % run
        return np.concatenate([nodes, place[len(inside) :]])

    def draw(self, epoch: int, step: int, count: int, drawn: int) -> np.ndarray:
        """`drawn` of `count` numbers without replacement, all of them where there are no more.

        Of very many, whole runs are drawn, so a few more or fewer than asked for.
        """
        if drawn >= count:
            return np.arange(count)
        rng, run = np.random.default_rng([self.seed, epoch, step, 1]), _run(count)
        runs = rng.choice(count // run, max(round(drawn / run), 1), replace=False)
        return (runs[:, None] * run + np.arange(run)).ravel()

    def _shuffle(self, epoch: int) -> np.ndarray:
        kind = np.int32 if self.count < 2**31 else np.int64
        runs = np.arange(self.count // _run(self.count), dtype=kind)
        return np.random.default_rng([self.seed, epoch]).permutation(runs)


def _run(count: int) -> int:
    return RUN if count > SHUFFLED_ONE_BY_ONE else 1


class Features:
    """Features of nodes, gathered for one batch after the other and brought to a device.

    >>> Features(np.eye(3, dtype=np.float32), torch.device("cpu")).rows(np.array([2])).tolist()
    [[0.0, 0.0, 1.0]]
    """

    def __init__(self, x: Matrix, device: torch.device):
        self.x, self.device = x, device
        # Dense features stay dense: counting their zeros would mean reading all of them.
        self.sparse = sp.issparse(x) and trains_sparse(x)
        arrays = (x.data, x.indices) if sp.issparse(x) else (x,)
        self._files = [file for array in arrays if (file := _mapped_file(array)) is not None]
        self._mapped = 0

    def rows(self, nodes: np.ndarray) -> SparseRows | torch.Tensor:
        """The features of these nodes on the device."""
        if sp.issparse(self.x):
            gathered: Matrix = self.x[nodes]
        else:
            gathered = np.empty((len(nodes), self.x.shape[1]), self.x.dtype)
            # Twice as fast as x[nodes]; without a mode that never raises, numpy copies through a buffer.
            np.take(self.x, nodes, axis=0, out=gathered, mode="clip")
        self._mapped += len(nodes) * MAPPED_PER_ROW
        if self._mapped >= MAPPED_BYTES:
            # Mapped pages count as memory of the process until it gives them back; the file cache keeps them.
            for file in self._files:
                file.madvise(mmap.MADV_DONTNEED)
            self._mapped = 0
        if self.sparse:
            return SparseRows.from_scipy(gathered, self.device)
        dense = gathered.toarray() if sp.issparse(gathered) else gathered
        return torch.from_numpy(np.asarray(dense, np.float32)).to(self.device)


@dataclass(eq=False)
class Batch:
    """What one step needs, on its device: this rank's share of the nodes."""

    x: SparseRows | torch.Tensor
    """Features of the nodes themselves, then of other rows."""
    size: int
    """How many rows are the nodes themselves."""
    train: torch.Tensor
    """Rows of the training nodes that the step learns from."""
    labels: torch.Tensor
    """Their labels."""
    aggregation: Aggregation | None
    """From all rows to s; None in a stage that learns from labels alone."""
    total: int
    """Nodes of the step on all ranks."""
    total_train: int
    """Training nodes of the step on all ranks."""


@dataclass(eq=False)
class Batches:
    """Prepares the batch of any epoch and step."""

    features: Features
    order: Order
    ranks: Ranks
    positives: Positives | None
    """Of all nodes, a node without any being its own; None in a stage of labels alone."""
    train: np.ndarray
    """Training nodes; none in a stage that learns without labels."""
    labels: np.ndarray
    drawn: int
    """Training nodes of a step, over all ranks, where there are positives."""
    aggregator: str = "mean"
    include_self: bool = False

    def prepare(self, epoch: int, step: int) -> Batch:
        """This rank's share of a step."""
        batch = self.order.batch(epoch, step)
        start, stop = self.ranks.share(len(batch))
        device, aggregation = self.features.device, None
        if self.positives is None:  # the batch consists of training nodes
            rows, chosen, total_train = self.train[batch[start:stop]], batch[start:stop], len(batch)
        else:
            drawn = self.order.draw(epoch, step, len(self.train), min(self.drawn, len(self.train)))
            first, last = self.ranks.share(len(drawn))
            chosen, total_train = drawn[first:last], len(drawn)
            nodes = batch[start:stop]
            owners, columns = positive_pairs(self.positives, nodes, self.include_self)
            others = np.setdiff1d(columns, nodes)
            rows = np.concatenate([nodes, others, self.train[chosen]])
            matrix = pair_matrix(owners, columns, rows[: len(nodes) + len(others)], len(nodes), len(rows))
            aggregation = Aggregation(matrix, self.aggregator, device)
        train = torch.arange(len(rows) - len(chosen), len(rows), device=device)
        labels = torch.from_numpy(self.labels[chosen]).to(device)
        x = self.features.rows(rows)
        return Batch(x, stop - start, train, labels, aggregation, len(batch), total_train)


def positive_pairs(
    positives: Positives, nodes: np.ndarray, include_self: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """(place in `nodes`, positive) of all positives of some nodes; a node without any is its own."""
    owners, columns = entries(positives.indptr, positives.indices, nodes)
    every = np.arange(len(nodes))
    own = every if include_self else np.setdiff1d(every, owners)
    return np.concatenate([owners, own]), np.concatenate([columns, nodes[own]])


def entries(indptr: np.ndarray, indices: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(place in `rows`, column) of the stored entries of some rows of a CSR matrix, which may lie on disk.

    >>> [a.tolist() for a in entries(np.array([0, 2, 2, 3]), np.array([1, 2, 0]), np.array([2, 0]))]
    [[0, 1, 1], [0, 1, 2]]
    """
    start = indptr[rows].astype(np.int64)
    counts = indptr[rows + 1] - start
    owners = np.repeat(np.arange(len(rows)), counts)
    places = np.arange(len(owners)) + (start - np.cumsum(counts) + counts)[owners]
    return owners, indices[places].astype(np.int64)


def pair_matrix(
    owners: np.ndarray, nodes: np.ndarray, columns: np.ndarray, height: int, width: int
) -> sp.csr_array:
    """A matrix with a 1 for each pair (owner, node), where column c stands for node `columns[c]`."""
    order = np.argsort(columns, kind="stable")
    place, _ = find_sorted(columns[order], nodes)
    matrix = sp.csr_array((np.ones(len(owners), np.float32), (owners, order[place])), shape=(height, width))
    matrix.data[:] = 1  # a node that is named twice counts once
    return matrix


def prefetch(
    prepare: Callable[[Item], Result], items: Iterable[Item], device: torch.device
) -> Generator[Result, None, None]:
    """`prepare` of every item, in their order; a thread works `DEPTH` items ahead.

    A new thread begins with the first GPU; that of `device`, if it is one, becomes its own. An error in the
    thread is raised here. When the iterator is closed, the thread ends.

    >>> list(prefetch(lambda step: step * step, range(4), torch.device("cpu")))
    [0, 1, 4, 9]
    """

    def begin() -> None:
        if device.type == "cuda":
            torch.cuda.set_device(device)

    thread = ThreadPoolExecutor(1, thread_name_prefix="n2n-batches", initializer=begin)
    waiting: deque[Future[Result]] = deque()
    try:
        for item in items:
            waiting.append(thread.submit(prepare, item))
            if len(waiting) > DEPTH:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        thread.shutdown(wait=True, cancel_futures=True)


def _mapped_file(array) -> mmap.mmap | None:
    """The file in which an array, or the array that it is a view of, is mapped."""
    while array is not None and not isinstance(array, mmap.mmap):
        array = getattr(array, "base", None)
    return array if hasattr(mmap, "MADV_DONTNEED") else None
