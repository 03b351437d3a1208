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
    "Split": "n2n.graph.splits",
    "catalogue": "n2n.datasets",
    "load": "n2n.datasets",
    "read_graph": "n2n.io.readers",
    "Limits": "n2n.io.readers",
    "with_features": "n2n.graph.features",
    "Positives": "n2n.sampling.positives",
    "all_neighbours": "n2n.sampling.positives",
    "random_positives": "n2n.sampling.positives",
    "Ranking": "n2n.sampling.ranking",
    "rank": "n2n.sampling.ranking",
    "Partition": "n2n.sampling.subgraphs",
    "partition": "n2n.sampling.subgraphs",
    "label_smoothness": "n2n.sampling.smoothness",
    "label_smoothness_by_class": "n2n.sampling.smoothness",
    "feature_smoothness": "n2n.sampling.smoothness",
    "Settings": "n2n.methods.n2n.settings",
    "RivalSettings": "n2n.methods.rivals.settings",
    "Epoch": "n2n.training.history",
    "Run": "n2n.training.run",
    "Scores": "n2n.training.history",
    "Trainer": "n2n.training.trainer",
    "train": "n2n.training.trainer",
    "fit": "n2n.training.trainer",
    "estimate": "n2n.training.estimate",
    "Jobs": "n2n.training.jobs",
    "project": "n2n.embedding.projection",
    "N2NEmbedding": "n2n.training.estimator",
}

# Modules that are public as a whole, such as `n2n.transforms.TAPS`.
_MODULES = ("reading", "exporting", "features", "transforms")

__all__ = [*_HOME, *_MODULES]  # noqa: PLE0604


def __getattr__(name: str):
    if name in _MODULES:
        return import_module(f"n2n.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'n2n' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
