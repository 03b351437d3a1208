"""What has been measured for this project, read again when the files change."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import pandas as pd
import streamlit as st

from n2n.paper import differences, points, verdicts
from n2n.paper.experiments import find_experiment
from n2n.paper.results import FILE, RESULTS, SHIPPED, expected_seconds, load, missing
from n2n.paper.verdicts import DEFAULT as DEFAULT_PROTOCOL
from n2n.paper.verdicts import Protocol
from pages.session import own_graphs

FOLDER = RESULTS
Files = tuple[str, tuple[tuple[str, int, int], ...]]
"""The folder, and names, times and sizes of the files: what a cache of their content depends on."""


def _of_files(cache: Callable, max_entries: int) -> Callable[[Callable], Callable]:
    """For a function of the files and more: cached, and called without the files."""

    def decorate(function: Callable) -> Callable:
        cached = cache(show_spinner=False, max_entries=max_entries)(function)

        @wraps(function)
        def call(*arguments):
            paths = sorted(path for folder in {SHIPPED, FOLDER} if (path := folder / FILE).is_file())
            files = tuple((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in paths)
            return cached((str(FOLDER), files), *arguments)

        return call

    return decorate


# Resources, not data: the tables are read only, and a copy for every visitor would cost more than reading.
@_of_files(st.cache_resource, 2)
def table(files: Files) -> pd.DataFrame:
    """All measurements; it is shared and must not be changed."""
    return load(FOLDER)


@_of_files(st.cache_resource, 120)
def comparisons(
    files: Files, name: str, datasets: tuple[str, ...], protocol: Protocol = DEFAULT_PROTOCOL
) -> pd.DataFrame:
    """Printed and measured values of a table or figure on some datasets, under a protocol."""
    return verdicts.compare(name, table(), datasets=datasets, protocol=protocol)


@_of_files(st.cache_data, 40)
def measured_points(files: Files, dataset: str) -> list[points.Point]:
    """The measured points of a dataset; nothing has been measured on a visitor's own graph."""
    return [] if own_graphs.is_own(dataset) else points.kept_points(dataset, table())


@_of_files(st.cache_data, 60)
def counts(files: Files, protocol: Protocol) -> pd.DataFrame:
    """How many printed numbers got each verdict, by table and kind of row."""
    return verdicts.count_all(table(), protocol)


@_of_files(st.cache_data, 60)
def paired(files: Files, protocol: Protocol) -> pd.DataFrame:
    """TAPS against random neighbours, on all graphs where pairs have been measured."""
    return differences.paired_differences(table(), protocol)


@_of_files(st.cache_data, 2)
def ablations(files: Files) -> pd.DataFrame:
    """What changes of N2N's recipe are worth."""
    return differences.ablations(table())


@_of_files(st.cache_data, 60)
def to_do(files: Files, name: str, datasets: tuple[str, ...], split: str = "paper") -> tuple[int, float]:
    """How many runs of a table or figure are missing, and how many seconds they take; 0 where unknown."""
    experiment, known = find_experiment(name), table()
    changes: dict[str, Any] = {"split": split} if experiment.kind == "accuracy" else {}
    left, seconds = missing(experiment.tasks(None, datasets, **changes), known), expected_seconds(known)
    return len(left), sum(seconds.get((task.kind, task.row, task.dataset), 0.0) for task in left)
