"""Neighbourhood change between two embeddings of a graph: which there are, and what was found."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import streamlit as st

import n2n
from n2n.compute.csr import Matrix
from n2n.embedding.change import NeighbourhoodChange
from pages.session import jobs, runs
from pages.session.background import background

FROM, TO = "from", "to"
"""Where the session holds the names of the two embeddings that are compared."""
_REASON = "Every node is compared with every other, once."


@dataclass(frozen=True)
class Embedding:
    """One that can be compared."""

    name: str
    what: tuple
    """Tells it from others, for the cache."""
    vectors: Callable[[], Matrix]


def embeddings(key: str, graph: n2n.Graph) -> dict[str, Embedding]:
    """By their names: the raw features, then the trained embeddings of all runs, then their snapshots."""
    found = []
    if graph.num_features:
        found.append(Embedding("Raw features", ("raw",), lambda: graph.x))
    mine = [run for run in runs.mine() if run.dataset == key and run.has_result]
    mine = [run for run in mine if len(run.embeddings) == graph.num_nodes]
    for run in mine:
        found.append(Embedding(run.name, (run.id,), lambda run=run: run.embeddings))
    for run in mine:
        for epoch in run.snapshots:
            name = f"{run.name}, epoch {epoch}"
            found.append(Embedding(name, (run.id, epoch), lambda run=run, at=epoch: run.snapshots[at]))
    named: dict[str, Embedding] = {}
    for one in found:
        named[one.name if one.name not in named else f"{one.name} ({one.what[0][:5]})"] = one
    return named


def between(key: str, before: Embedding, after: Embedding) -> NeighbourhoodChange:
    """Made once; the page shows the progress where it takes long."""
    return background(
        ("neighbourhood change", key, before.what, after.what),
        jobs.change,
        before.vectors(),
        after.vectors(),
        title="Finding the nearest nodes",
        note=_REASON,
    )


def compared(key: str, graph: n2n.Graph) -> tuple[Embedding, Embedding] | None:
    """The two that the visitor compares, by default the first two; None where there are not two."""
    known = embeddings(key, graph)
    if len(known) < 2:
        return None
    first, second, *_ = known
    pair = (st.session_state.get(FROM), st.session_state.get(TO))
    before, after = pair if pair[0] in known and pair[1] in known and pair[0] != pair[1] else (first, second)
    return known[before], known[after]


def values(key: str, graph: n2n.Graph) -> np.ndarray:
    """(N,) by how much the nearest nodes of each node differ between these two; 0 where that is not known."""
    found = compared(key, graph)
    return np.zeros(graph.num_nodes) if found is None else np.nan_to_num(between(key, *found).values)
