"""What has been measured for this project, read again when the files change."""

from dataclasses import astuple
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from n2n.paper import points, verdicts
from n2n.paper.differences import ablations as _ablations_of
from n2n.paper.differences import paired_differences
from n2n.paper.experiments import find_experiment
from n2n.paper.results import FILE, RESULTS, SHIPPED, expected_seconds, load, missing
from n2n.paper.verdicts import DEFAULT as DEFAULT_PROTOCOL
from n2n.paper.verdicts import Protocol
from pages.session import own_graphs

FOLDER = RESULTS


def table() -> pd.DataFrame:
    """All measurements; it is shared and must not be changed."""
    return _table(str(FOLDER), signature())


def measured_points(dataset: str) -> list[points.Point]:
    """The measured points of a dataset; nothing has been measured on a visitor's own graph."""
    if own_graphs.is_own(dataset):
        return []
    return _measured_points(dataset, str(FOLDER), signature())


def comparisons(name: str, datasets: tuple[str, ...], protocol: Protocol = DEFAULT_PROTOCOL) -> pd.DataFrame:
    """Printed and measured values of a table or figure on some datasets, under a protocol."""
    return _comparisons(name, datasets, astuple(protocol), str(FOLDER), signature())


def counts(protocol: Protocol) -> pd.DataFrame:
    """How many printed numbers got each verdict, by table and kind of row."""
    return _counts(astuple(protocol), str(FOLDER), signature())


def paired(protocol: Protocol) -> pd.DataFrame:
    """TAPS against random neighbours, on all graphs where pairs have been measured."""
    return _paired(astuple(protocol), str(FOLDER), signature())


def ablations() -> pd.DataFrame:
    """What changes of N2N's recipe are worth."""
    return _ablations(str(FOLDER), signature())


def to_do(name: str, datasets: tuple[str, ...], split: str = "paper") -> tuple[int, float]:
    """How many runs of a table or figure are missing, and how many seconds they take; 0 where unknown."""
    return _to_do(name, datasets, split, str(FOLDER), signature())


def signature() -> tuple[tuple[str, int, int], ...]:
    """Names, times and sizes of the files: what a cache of their content depends on."""
    files = sorted(path for folder in {SHIPPED, Path(FOLDER)} if (path := folder / FILE).is_file())
    return tuple((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files)


# Resources, not data: the tables are read only, and a copy for every visitor would cost more than reading.
@st.cache_resource(show_spinner=False, max_entries=2)
def _table(folder: str, files: tuple) -> pd.DataFrame:
    return load(folder)


@st.cache_resource(show_spinner=False, max_entries=120)
def _comparisons(
    name: str, datasets: tuple[str, ...], protocol: tuple[str, ...], folder: str, files: tuple
) -> pd.DataFrame:
    return verdicts.compare(name, _table(folder, files), datasets=datasets, protocol=Protocol(*protocol))


@st.cache_data(show_spinner=False, max_entries=40)
def _measured_points(dataset: str, folder: str, files: tuple) -> list[points.Point]:
    return points.kept_points(dataset, _table(folder, files))


@st.cache_data(show_spinner=False, max_entries=60)
def _counts(protocol: tuple[str, ...], folder: str, files: tuple) -> pd.DataFrame:
    return verdicts.count_all(_table(folder, files), Protocol(*protocol))


@st.cache_data(show_spinner=False, max_entries=60)
def _paired(protocol: tuple[str, ...], folder: str, files: tuple) -> pd.DataFrame:
    return paired_differences(_table(folder, files), Protocol(*protocol))


@st.cache_data(show_spinner=False, max_entries=2)
def _ablations(folder: str, files: tuple) -> pd.DataFrame:
    return _ablations_of(_table(folder, files))


@st.cache_data(show_spinner=False, max_entries=60)
def _to_do(name: str, datasets: tuple[str, ...], split: str, folder: str, files: tuple) -> tuple[int, float]:
    experiment, known = find_experiment(name), _table(folder, files)
    changes: dict[str, Any] = {"split": split} if experiment.kind == "accuracy" else {}
    left, seconds = missing(experiment.tasks(None, datasets, **changes), known), expected_seconds(known)
    return len(left), sum(seconds.get((task.kind, task.row, task.dataset), 0.0) for task in left)
