"""Node-to-Neighbourhood representation learning with Topology-Aware Positive Sampling (TAPS).

    >>> import n2n
    >>> graph = n2n.load("karate")
    >>> positives = n2n.rank(graph).top(1)
    >>> n2n.partition(positives).sizes.sum() == graph.num_nodes
    np.True_

Every public name is loaded when it is first used, so that `import n2n` itself costs next to nothing:
torch, torch-geometric and numba wait until something needs them.
"""

import os
from importlib import import_module

# Threads of torch that wait for each other must not spin: on a machine that is doing anything else, spinning
# makes small steps up to forty times slower. It is read when torch loads, so it must stand here.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

__version__ = "0.1.0"

# Public name -> module that defines it. This table is the public interface.
_HOME = {
    "Graph": "n2n.graph",
    "Split": "n2n.splits",
    "catalogue": "n2n.datasets",
    "load": "n2n.datasets",
    "Positives": "n2n.positives",
    "all_neighbours": "n2n.positives",
    "random_positives": "n2n.positives",
    "Ranking": "n2n.taps",
    "rank": "n2n.taps",
    "Partition": "n2n.subgraphs",
    "partition": "n2n.subgraphs",
    "label_smoothness": "n2n.smoothness",
    "label_smoothness_by_class": "n2n.smoothness",
    "feature_smoothness": "n2n.smoothness",
    "Settings": "n2n.settings",
    "RivalSettings": "n2n.baselines",
    "Epoch": "n2n.run",
    "Run": "n2n.run",
    "Scores": "n2n.run",
    "Trainer": "n2n.training",
    "train": "n2n.training",
    "fit": "n2n.training",
    "estimate": "n2n.forecast",
    "Jobs": "n2n.jobs",
    "project": "n2n.projection",
}

__all__ = [*_HOME]  # noqa: PLE0604


def __getattr__(name: str):
    if name not in _HOME:
        raise AttributeError(f"module 'n2n' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(_HOME))
