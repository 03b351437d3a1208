"""Several processes that train one model: who they are, and the little that they tell each other.

The rows of a batch are distributed over the ranks (`Shared`). Every estimator of InfoNCE needs only a few
sums over all rows, or the rows themselves; with these a rank computes the whole gradient of its own rows,
what they do as negatives of others included. Each rank scales its part of the loss such that the *mean* over
ranks, which is what DistributedDataParallel makes of the gradients, is the loss of the whole batch.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
import torch.distributed as dist


class Ranks:
    """This process and the others; alone, every exchange is a no-op.

    >>> Ranks().share(10), Ranks(1, 2).share(5)
    ((0, 10), (2, 5))
    """

    def __init__(self, rank: int = 0, size: int = 1):
        self.rank, self.size = rank, size
        self.sent = 0
        """Bytes that this rank has handed to the others so far."""

    @property
    def first(self) -> bool:
        """Whether this is the rank that prints and writes files."""
        return self.rank == 0

    def share(self, count: int, rank: int | None = None) -> tuple[int, int]:
        """Start and stop of a rank's rows among `count`; the shares differ by one row at most."""
        rank = self.rank if rank is None else rank
        return count * rank // self.size, count * (rank + 1) // self.size

    def sum(self, tensor: torch.Tensor) -> torch.Tensor:
        """The sum over all ranks, in place. No autograd."""
        if self.size > 1:
            self.sent += tensor.nbytes
            dist.all_reduce(tensor)
        return tensor

    def gather(self, rows: torch.Tensor, total: int) -> torch.Tensor:
        """The rows of all ranks in their order, `total` of them. No autograd."""
        if self.size == 1:
            return rows
        most = -(-total // self.size)
        if len(rows) < most:  # the shares differ by one row at most
            rows = torch.cat([rows, rows.new_zeros(most - len(rows), *rows.shape[1:])])
        self.sent += rows.nbytes
        # gloo gathers no rows of a GPU.
        here = rows if dist.get_backend() == "nccl" else rows.cpu()
        every = here.new_empty(self.size * most, *rows.shape[1:])
        dist.all_gather(list(every.chunk(self.size)), here.contiguous())
        every = every.to(rows.device)
        if len(every) == total:
            return every
        bounds = [(rank * most, self.share(total, rank)) for rank in range(self.size)]
        return torch.cat([every[at : at + stop - start] for at, (start, stop) in bounds])

    def broadcast(self, data: Any) -> Any:
        """What the first rank has, on all ranks."""
        if self.size == 1:
            return data
        box = [data]
        dist.broadcast_object_list(box, src=0)
        return box[0]

    def broadcast_array(self, array: np.ndarray | None) -> np.ndarray:
        """The same for an array, which only the first rank need have."""
        if self.size == 1:
            assert array is not None
            return array
        shape, kind = self.broadcast(None if array is None else (array.shape, array.dtype.str))
        tensor = torch.from_numpy(
            np.empty(shape, kind) if array is None else np.require(array, None, ["C", "W"])
        )
        on_gpu = dist.get_backend() == "nccl"
        tensor = tensor.cuda() if on_gpu else tensor
        dist.broadcast(tensor, src=0)
        return tensor.cpu().numpy()


ALONE = Ranks()
"""One process, as usual."""


@dataclass(frozen=True)
class Shared:
    """Rows that are distributed over ranks: this rank has those from `start` to `stop` of `total`."""

    ranks: Ranks
    total: int

    @classmethod
    def alone(cls, total: int) -> "Shared":
        """All rows are here."""
        return cls(ALONE, total)

    @property
    def size(self) -> int:
        """Number of ranks."""
        return self.ranks.size

    @property
    def start(self) -> int:
        """The first row of this rank."""
        return self.ranks.share(self.total)[0]

    @property
    def count(self) -> int:
        """Number of rows of this rank."""
        start, stop = self.ranks.share(self.total)
        return stop - start

    @property
    def weight(self) -> float:
        """Turns a mean over this rank's rows into what, averaged over ranks, is the mean over all rows."""
        return self.size * self.count / self.total

    def sum(self, tensor: torch.Tensor) -> torch.Tensor:
        """The sum over all ranks, in place."""
        return self.ranks.sum(tensor)

    def gather(self, rows: torch.Tensor) -> torch.Tensor:
        """All rows in their order."""
        return self.ranks.gather(rows, self.total)
