"""umap-learn without the kernels that nothing here calls, and with the others kept on disk.

It brings pynndescent along, whose kernels declare their types and are compiled while it is imported, although
the nearest neighbours come from `n2n.embedding.neighbours`; its own kernels are compiled again in every
process. A first small picture takes 33 seconds of one core on a new machine and 10 in each further process;
with this module 10 and 1, and the positions are the same to the last bit.
"""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from n2n.compute.jit import share_cache
from n2n.compute.loading import LOADING


def load_umap() -> ModuleType:
    """The module `umap`; the first call of a process imports it.

    Other threads may define kernels meanwhile: theirs declare no types and are kept on disk anyway.
    """
    import numba  # here for the start-up time

    def on_demand(*declared, **options):
        functions = [one for one in declared if callable(one)]
        return njit(*functions, **options)

    def kept(*declared, **options):
        return njit(*declared, **{"cache": True} | options)

    share_cache()
    with LOADING:
        if "umap" in sys.modules:  # nothing is switched where nothing is left to import
            return sys.modules["umap"]
        njit: Callable[..., Any] = numba.njit
        try:
            numba.njit = on_demand
            import pynndescent  # noqa: F401

            numba.njit = kept
            import umap
        finally:
            numba.njit = njit
    return umap
