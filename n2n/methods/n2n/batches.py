"""Mini-batches: the features of some nodes, of their positives and of a few training nodes.

A thread makes the next batches while the model learns from one (`prefetch`). Only the rows of a batch are
ever read, so features may lie on disk, in memory-mapped arrays.
"""

import mmap
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import scipy.sparse as sp
import torch

from n2n.compute.csr import Matrix
from n2n.compute.gather import gather_rows
from n2n.compute.row_file import RowFile
from n2n.compute.sparse import SparseRows, trains_sparse
from n2n.methods.aggregation import Aggregation
from n2n.methods.n2n.order import Order
from n2n.methods.ranks import Ranks
from n2n.taps.positives import Positives

# Batches that are made ahead.
DEPTH = 2
# Training nodes of a step as a share of its nodes. On PubMed, whose training nodes are many, a quarter learns
# more slowly (20 epochs at a rate of 0.01: 88.0; as many training nodes as nodes, 15 epochs: 89.4; one seed).
TRAINING_SHARE = 1.0
# Rows that are encoded together. With all neighbours as positives a batch may have far more; the model then
# encodes them piece by piece.
ROWS_TOGETHER = 1 << 15
# A row that is read maps up to 16 pages of 4 KB into memory; beyond this many bytes they are given back.
MAPPED_PER_ROW = 1 << 16
MAPPED_BYTES = 256 << 20

Made = TypeVar("Made")


class Features:
    """Features of nodes, gathered for one batch after the other and brought to a device.

    >>> Features(np.eye(3, dtype=np.float32), torch.device("cpu")).rows(np.array([2])).tolist()
    [[0.0, 0.0, 1.0]]
    """

    def __init__(self, x: Matrix, device: torch.device):
        self.x, self.device = x, device
        # Dense features stay dense: counting what is not zero would mean reading them all.
        self.sparse = sp.issparse(x) and trains_sparse(x)
        self._mapped = 0
        self._file = None if sp.issparse(x) or x.dtype != np.float32 else RowFile.of(x)
        arrays = (x.data, x.indices) if sp.issparse(x) else (x,)
        files = [_mapped_file(array) for array in arrays] if hasattr(mmap, "MADV_DONTNEED") else []
        self._files = [file for file in files if file is not None]

    def rows(self, nodes: np.ndarray) -> SparseRows | torch.Tensor:
        """The features of these nodes on the device."""
        if self._file is not None:
            return to_device(torch.from_numpy(self._file.read(nodes)), self.device)
        found = gather_rows(self.x, nodes)
        self._give_back(len(nodes))
        if self.sparse:
            return _sparse_rows(found, self.device)
        dense = found.toarray() if sp.issparse(found) else found
        return to_device(torch.from_numpy(np.asarray(dense, np.float32)), self.device)

    def _give_back(self, count: int) -> None:
        """Mapped pages count as memory of the process until it gives them back; the file cache keeps them."""
        self._mapped += count * MAPPED_PER_ROW
        if self._mapped >= MAPPED_BYTES:
            for file in self._files:
                file.madvise(mmap.MADV_DONTNEED)
            self._mapped = 0


@dataclass(eq=False)
class Batch:
    """What one step needs, on its device: this rank's share of the nodes."""

    x: SparseRows | torch.Tensor
    """Features of the nodes themselves, of further nodes among their positives, of training nodes."""
    sizes: tuple[int, int, int]
    """How many of each."""
    aggregation: Aggregation | None
    """From the first two kinds of rows to s; None where row i of the second kind is the positive of i."""
    pieces: "list[Piece]"
    """Positives that are not among the rows because they are too many."""
    labels: torch.Tensor
    """Of the training nodes."""
    total: int
    """Nodes of the step on all ranks."""
    drawn: int
    """Training nodes of the step on all ranks."""


@dataclass(frozen=True, eq=False)
class Piece:
    """Some of the positives of a batch; their features are gathered when their turn comes."""

    nodes: np.ndarray
    rows: torch.Tensor
    """The nodes of the batch that have a positive here."""
    aggregation: Aggregation


class Batches:
    """Makes the batch of any epoch and step.

    Args:
        positives: of all nodes, a node without any being its own; None in a stage of labels alone.
        train, labels: training nodes and their labels; empty in a stage that learns without labels.
    """

    def __init__(
        self,
        features: Features,
        order: Order,
        ranks: Ranks,
        positives: Positives | None,
        train: np.ndarray,
        labels: np.ndarray,
        aggregator: str = "mean",
        include_self: bool = False,
        drawn: int = 0,
    ):
        self.features, self.order, self.ranks = features, order, ranks
        self.positives, self.train, self.labels = positives, train, labels
        self.aggregator, self.include_self = aggregator, include_self
        self.drawn = min(drawn, len(train))

    def make(self, epoch: int, step: int) -> Batch:
        """This rank's share of a step."""
        batch = self.order.batch(epoch, step)
        start, stop = self.ranks.share(len(batch))
        nodes, others, aggregation, pieces = batch[start:stop], np.zeros(0, np.int64), None, []
        if self.positives is None:  # the batch itself consists of training nodes
            chosen, nodes, drawn = nodes, others, len(batch)
        else:
            others, aggregation, pieces = self._positives_of(nodes)
            chosen = self.order.draw(epoch, step, len(self.train), self.drawn)
            first, last = self.ranks.share(len(chosen))
            chosen, drawn = chosen[first:last], len(chosen)
        rows = np.concatenate([nodes, others, self.train[chosen]])
        device = self.features.device
        return Batch(
            self.features.rows(rows),
            (len(nodes), len(others), len(chosen)),
            aggregation,
            pieces,
            to_device(torch.from_numpy(self.labels[chosen]), device),
            len(batch),
            drawn,
        )

    def _positives_of(self, nodes: np.ndarray) -> tuple[np.ndarray, Aggregation | None, list[Piece]]:
        assert self.positives is not None
        start = self.positives.indptr[nodes].astype(np.int64)
        counts = self.positives.indptr[nodes + 1] - start
        if (counts == 1).all() and not self.include_self:
            return self.positives.indices[start].astype(np.int64), None, []
        ends = np.cumsum(counts)
        flat = np.repeat(start - ends + counts, counts) + np.arange(ends[-1])
        alone = np.flatnonzero(counts == 0)
        columns = np.concatenate([self.positives.indices[flat].astype(np.int64), nodes[alone]])
        owners = np.concatenate([np.repeat(np.arange(len(nodes)), counts), alone])
        # The nodes of the batch come first; only others have to be encoded in addition.
        known = np.argsort(nodes)
        place = np.minimum(np.searchsorted(nodes, columns, sorter=known), len(nodes) - 1)
        place = known[place]
        inside = nodes[place] == columns
        others, further = np.unique(columns[~inside], return_inverse=True)
        place[~inside] = len(nodes) + further
        if self.include_self:
            owners = np.concatenate([owners, np.arange(len(nodes))])
            place = np.concatenate([place, np.arange(len(nodes))])
        shape = (len(nodes), len(nodes) + len(others))
        matrix = sp.csr_array((np.ones(len(owners), np.float32), (owners, place)), shape=shape)
        matrix.data[:] = 1  # a node among its own positives counts once
        if self.aggregator == "mean":
            matrix.data /= np.repeat(np.diff(matrix.indptr), np.diff(matrix.indptr)).astype(np.float32)
        if len(others) <= ROWS_TOGETHER:
            return others, Aggregation(matrix, self.aggregator, self.features.device), []
        pieces = (
            [self._piece(matrix, nodes, np.arange(len(nodes)))] if inside.any() or self.include_self else []
        )
        for first in range(0, len(others), ROWS_TOGETHER):
            piece = others[first : first + ROWS_TOGETHER]
            pieces.append(self._piece(matrix, piece, len(nodes) + first + np.arange(len(piece))))
        return others[:0], None, pieces

    def _piece(self, matrix, nodes: np.ndarray, columns: np.ndarray) -> Piece:
        part = matrix[:, columns]
        rows = np.flatnonzero(np.diff(part.indptr))
        device = self.features.device
        aggregation = Aggregation(part[rows], self.aggregator, device)
        return Piece(nodes, to_device(torch.from_numpy(rows), device), aggregation)


def prefetch(
    make: Callable[[int], Made],
    steps: Sequence[int],
    depth: int = DEPTH,
    device: torch.device | None = None,
) -> Generator[Made, None, None]:
    """What `make` gives for each step, in order; a thread works `depth` steps ahead.

    A new thread begins with the first GPU; that of `device`, if it is one, becomes its own.

    An error in the thread is raised here. When the iterator is closed, the thread ends.

    >>> list(prefetch(lambda step: step * step, range(4)))
    [0, 1, 4, 9]
    """

    def begin() -> None:
        if device is not None and device.type == "cuda":
            torch.cuda.set_device(device)

    thread = ThreadPoolExecutor(1, thread_name_prefix="n2n-batches", initializer=begin)
    waiting: deque[Future[Made]] = deque()
    try:
        for step in steps:
            waiting.append(thread.submit(make, step))
            if len(waiting) > depth:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        thread.shutdown(wait=True, cancel_futures=True)


def to_device(tensor: torch.Tensor, device: torch.device) -> torch.Tensor:
    """A tensor on the device; to a GPU it is copied from pinned memory, while other work continues."""
    if device.type == "cuda":
        return tensor.pin_memory().to(device, non_blocking=True)
    return tensor.to(device)


def _mapped_file(array) -> mmap.mmap | None:
    """The file in which an array, or the array that it is a view of, is mapped."""
    while array is not None and not isinstance(array, mmap.mmap):
        array = getattr(array, "base", None)
    return array


def _sparse_rows(csr, device: torch.device) -> SparseRows:
    """`SparseRows.from_scipy` of rows that are clean already."""
    place = sp.csr_array((np.arange(csr.nnz), csr.indices, csr.indptr), shape=csr.shape).T.tocsr()
    arrays = csr.indptr, csr.indices, csr.data, place.indptr, place.indices, place.data
    kinds = np.int64, np.int64, np.float32, np.int64, np.int64, np.int64
    tensors = (
        to_device(torch.from_numpy(array.astype(kind, copy=False)), device)
        for array, kind in zip(arrays, kinds, strict=True)
    )
    return SparseRows(csr.shape, *tensors)
