"""The names of rows that say more than a method."""

from n2n.taps.samplers import ALL, SAMPLERS

_INFERENCE = " (inference)"


def inference_row(method: str) -> str:
    """The row of Table 3 with the time of a method's inference."""
    return f"{method}{_INFERENCE}"


def timed_row(row: str) -> tuple[str, bool]:
    """The method of a row of Table 3, and whether it is the row of its inference.

    >>> timed_row("GCN"), timed_row(inference_row("GCN"))
    (('GCN', False), ('GCN', True))
    """
    method = row.removesuffix(_INFERENCE)
    return method, method != row


def sampling_row(sampler: str, k: int | str) -> str:
    """The row of a figure of the graph alone.

    >>> sampling_row("random", 3), sampling_row("taps", "all")
    ('Random-3', 'All')
    """
    return "All" if k == ALL else f"{SAMPLERS[sampler]}-{k}"
