"""pyarrow's functions on columns."""

from typing import Any


def compute() -> Any:
    """The module `pyarrow.compute`, whose functions are made at run time: no type checker knows them."""
    import pyarrow.compute  # here for the start-up time

    return pyarrow.compute
