"""Several processes that train one model: who they are, and what little they exchange.

The nodes of a batch are distributed over the ranks. InfoNCE needs the vectors of all of them and their log Z;
with these a rank computes the whole gradient of its own rows, including what they do as negatives of others.
Each rank scales its part of the loss such that the *mean* over ranks is the loss of the whole batch, and
gradients are averaged after every backward pass.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import torch
import torch.distributed as dist


class Ranks:
    """This process and the others; in a single process every exchange is a no-op.

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

    def share(self, count: int) -> tuple[int, int]:
        """Start and stop of this rank's rows among `count`; the shares differ by one row at most."""
        return count * self.rank // self.size, count * (self.rank + 1) // self.size

    def sum(self, tensor: torch.Tensor) -> torch.Tensor:
        """The sum over all ranks, in place. No autograd."""
        if self.size > 1:
            self.sent += tensor.nbytes
            dist.all_reduce(tensor)
        return tensor

    def average_gradients(self, weights: Iterable[torch.Tensor]) -> None:
        """Replace the gradients of weights by their means over all ranks, in one exchange."""
        if self.size > 1:
            gradients = [weight.grad for weight in weights if weight.grad is not None]
            flat = self.sum(torch.cat([gradient.flatten() for gradient in gradients])) / self.size
            for gradient, mean in zip(gradients, flat.split([g.numel() for g in gradients]), strict=True):
                gradient.copy_(mean.view_as(gradient))

    def gather(self, rows: torch.Tensor, total: int) -> torch.Tensor:
        """The rows of all ranks in their order, `total` of them. No autograd."""
        if self.size == 1:
            return rows
        most = -(-total // self.size)
        padded = rows.new_zeros(most, *rows.shape[1:])
        padded[: len(rows)] = rows
        self.sent += padded.nbytes
        here = padded if dist.get_backend() == "nccl" else padded.cpu()  # gloo gathers no rows of a GPU
        parts = [torch.empty_like(here) for _ in range(self.size)]
        dist.all_gather(parts, here)
        shares = (Ranks(rank, self.size).share(total) for rank in range(self.size))
        every = [part[: stop - start] for part, (start, stop) in zip(parts, shares, strict=True)]
        return torch.cat(every).to(rows.device)

    def broadcast(self, data: Any) -> Any:
        """The data of the first rank, on all ranks."""
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
        tensor = torch.from_numpy(np.empty(shape, kind) if array is None else np.array(array))
        tensor = tensor.cuda() if dist.get_backend() == "nccl" else tensor
        dist.broadcast(tensor, src=0)
        return tensor.cpu().numpy()


ALONE = Ranks()
"""One process, as usual."""
