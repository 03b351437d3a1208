"""Node-to-Neighbourhood representation learning with Topology-Aware Positive Sampling (TAPS).

    >>> import n2n
    >>> graph = n2n.load("karate")
    >>> positives = n2n.rank(graph).top(1)
    >>> n2n.partition(positives).sizes.sum() == graph.num_nodes
    np.True_

The public names are listed in `__init__.pyi`. Each is loaded when it is first used, so that `import n2n`
itself costs next to nothing: torch, torch-geometric and numba wait until something needs them.
"""

import os

import lazy_loader

# Threads of torch that wait for each other must not spin: on a machine that is doing anything else, spinning
# makes small steps up to forty times slower. It is read when torch loads, so it must stand here.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

__version__ = "0.1.0"

_load, _, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str):
    if name not in __all__:  # in the words that Python itself uses
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _load(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
