"""Microseconds per new node of every method, measured for this project, and what a new node needs."""

import csv
from functools import cache

from n2n.files.assets import ASSETS
from n2n.methods.base import MethodSettings

FILE = ASSETS / "results" / "inference.csv"
"""Written by `n2n bench inference --out`."""
COLUMNS = ("dataset", "method", "reach", "nodes_read", "microseconds", "threads", "processor")


@cache
def inference_times() -> dict[tuple[str, str], float]:
    """Microseconds per new node by (dataset, method); empty where nothing was measured."""
    if not FILE.exists():
        return {}
    with FILE.open(newline="", encoding="utf-8") as file:
        return {(row["dataset"], row["method"]): float(row["microseconds"]) for row in csv.DictReader(file)}


def needs(settings: MethodSettings) -> str:
    """What the prediction of a new node needs, in words.

    >>> from n2n.methods.registry import settings_for
    >>> [needs(settings_for(name, "cora")) for name in ("N2N (JL)", "GCN", "DGI", "DeepWalk", "MVGRL")]
    ['features', 'edges, 2 hops', 'edges, 1 hop', 'training again', 'the whole graph']
    """
    reach = settings.reach
    if reach is None:
        return "training again"
    if isinstance(reach, str):
        return "the whole graph"
    return f"edges, {reach} {'hop' if reach == 1 else 'hops'}" if reach else "features"
