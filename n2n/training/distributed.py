"""Several processes train one model, on one machine or on many.

    torchrun --nproc-per-node=2 -m n2n train cs --batch-size 1024 --epochs 10

Two processes on this machine: each takes half of every batch and reads only the rows of its half and of
their positives. Gradients are averaged by DistributedDataParallel; with `--gather-across-ranks true` (the
default) a node's negatives are the batches of all processes, as if one process had the whole batch. So the
loss does not depend on how many there are, apart from dropout.

    torchrun --standalone --nproc-per-node=2 --max-restarts=3 -m n2n train GRAPH --batch-size 4096 \\
        --epochs 10 --checkpoint run.checkpoint --checkpoint-every 500

The same, with a checkpoint after every 500 steps: if a process dies, torchrun starts all of them again, and
they resume from the last checkpoint. GRAPH is a dataset of the catalogue or the folder of a graph on disk.

    torchrun --nnodes=8 --nproc-per-node=4 --rdzv-backend=c10d --rdzv-endpoint=HOST:29400 -m n2n train GRAPH …

On eight machines, the same command on each; GRAPH must be on all of them, by a shared file system or as
copies. Processes talk by NCCL where each has a GPU of its own, else by gloo; where there are fewer GPUs than
processes, they share them. A process has as many threads as
OMP_NUM_THREADS says; torchrun sets it to one unless you do.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from n2n.methods.ranks import ALONE, Ranks

# Seconds that a process waits for the others to come to an end.
LONGEST_GOODBYE = 10.0


def is_distributed() -> bool:
    """Whether torchrun started this process together with others."""
    return int(os.environ.get("WORLD_SIZE", "1")) > 1


def choose_backend(gpus: int, processes: int) -> str:
    """How the processes of a machine talk: NCCL needs a GPU for each of them.

    >>> choose_backend(gpus=2, processes=2), choose_backend(gpus=1, processes=2), choose_backend(0, 2)
    ('nccl', 'gloo', 'gloo')
    """
    return "nccl" if gpus >= processes else "gloo"


@contextmanager
def joined(device: str = "auto") -> Iterator[Ranks]:
    """This process as one of those that torchrun started; alone without it.

    Args:
        device: as in the settings; "cpu" keeps to gloo where there are GPUs.

    >>> with joined() as ranks:
    ...     ranks.rank, ranks.size
    (0, 1)
    """
    if not is_distributed():
        yield ALONE
        return
    import torch  # takes seconds to load
    import torch.distributed as dist
    from torch.distributed.distributed_c10d import PrefixStore
    from torch.distributed.rendezvous import rendezvous

    gpus = 0 if device == "cpu" or not torch.cuda.is_available() else torch.cuda.device_count()
    if gpus:
        torch.cuda.set_device(int(os.environ["LOCAL_RANK"]) % gpus)
    store, rank, size = next(iter(rendezvous("env://")))
    if os.environ.get("LOCAL_WORLD_SIZE") == str(size):
        # On one machine torchrun keeps its store when it starts all processes again, with the addresses of
        # those that are gone. On several, the counts of restarts may differ, and it has a new store.
        store = PrefixStore(os.environ.get("TORCHELASTIC_RESTART_COUNT", "0"), store)
    backend = choose_backend(gpus, int(os.environ.get("LOCAL_WORLD_SIZE", size)))
    dist.init_process_group(backend, store=store, rank=rank, world_size=size)
    try:
        yield Ranks(rank, size)
        # A process that leaves while another still reads from it may take that one down. After the barrier
        # it may still be reading; once it has said so in the store, it is not.
        dist.barrier()
        _meet(store, "finished", size)
    finally:
        dist.destroy_process_group()
    # The first process leaves last: the store in which the others look for each other may be its own.
    _meet(store, "left", size if rank == 0 else 0)


def _meet(store, place: str, size: int) -> None:
    """Say that this process has come to a place, and wait until `size` processes have."""
    deadline = time.monotonic() + LONGEST_GOODBYE
    store.add(place, 1)
    while size and store.add(place, 0) < size and time.monotonic() < deadline:
        time.sleep(0.01)
