"""What has been measured for this project, read again when the files change."""

from dataclasses import astuple
from pathlib import Path

import streamlit as st

from n2n.paper import EXPERIMENTS, Cell, Comparison, compare, missing, points, stored
from n2n.paper.paired import Paired, paired_differences
from n2n.paper.protocol import DEFAULT as DEFAULT_PROTOCOL
from n2n.paper.protocol import Protocol
from n2n.paper.running import Estimates
from n2n.paper.store import RESULTS, SHIPPED
from n2n.paper.trials import Effect, effects, read_trials
from n2n.paper.verdicts import Count, totals
from pages.session import own_graphs

FOLDER = RESULTS


def cells() -> list[Cell]:
    """All finished measurements."""
    return _cells(str(FOLDER), signature())


def measured_points(dataset: str) -> list[points.Point]:
    """The measured points of a dataset; nothing has been measured on a visitor's own graph."""
    if own_graphs.is_own(dataset):
        return []
    return _measured_points(dataset, str(FOLDER), signature())


def comparisons(
    name: str, datasets: tuple[str, ...], protocol: Protocol = DEFAULT_PROTOCOL
) -> list[Comparison]:
    """Printed and measured values of a table or figure on some datasets, under a protocol."""
    return _comparisons(name, datasets, astuple(protocol), str(FOLDER), signature())


def counts(protocol: Protocol) -> list[Count]:
    """How many printed numbers got each verdict, by table and kind of row."""
    return _counts(astuple(protocol), str(FOLDER), signature())


def paired(protocol: Protocol) -> list[Paired]:
    """TAPS against random neighbours, on all graphs where pairs have been measured."""
    return _paired(astuple(protocol), str(FOLDER), signature())


@st.cache_data(show_spinner=False, max_entries=1)
def trial_effects() -> list[Effect]:
    """What changes of N2N's recipe are worth, by the trials that ship with the program."""
    return effects(read_trials())


def to_do(name: str, datasets: tuple[str, ...], split: str = "paper") -> tuple[int, float]:
    """How many runs of a table or figure are missing, and how many seconds they take; 0 where unknown."""
    return _to_do(name, datasets, split, str(FOLDER), signature())


def signature() -> tuple[tuple[str, int, int], ...]:
    """Names, times and sizes of the files: what a cache of their content depends on."""
    folders = {SHIPPED, Path(FOLDER)}
    files = sorted(path for folder in folders for path in folder.glob("*.json*") if path.is_file())
    return tuple((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files)


@st.cache_data(show_spinner=False, max_entries=40)
def _measured_points(dataset: str, folder: str, files: tuple) -> list[points.Point]:
    return points.kept_points(dataset, _cells(folder, files))


# A resource, not data: the cells are read only, and a copy for every visitor would cost more than reading.
@st.cache_resource(show_spinner=False, max_entries=2)
def _cells(folder: str, files: tuple) -> list[Cell]:
    return stored(Path(folder))


@st.cache_resource(show_spinner=False, max_entries=120)
def _comparisons(
    name: str, datasets: tuple[str, ...], protocol: tuple[str, ...], folder: str, files: tuple
) -> list[Comparison]:
    return compare(name, _cells(folder, files), datasets=datasets, protocol=Protocol(*protocol))


@st.cache_data(show_spinner=False, max_entries=60)
def _counts(protocol: tuple[str, ...], folder: str, files: tuple) -> list[Count]:
    return totals(_cells(folder, files), Protocol(*protocol))


@st.cache_data(show_spinner=False, max_entries=60)
def _paired(protocol: tuple[str, ...], folder: str, files: tuple) -> list[Paired]:
    return paired_differences(_cells(folder, files), Protocol(*protocol))


@st.cache_data(show_spinner=False, max_entries=60)
def _to_do(name: str, datasets: tuple[str, ...], split: str, folder: str, files: tuple) -> tuple[int, float]:
    made = _cells(folder, files)
    left = missing(EXPERIMENTS[name].tasks(datasets=datasets, split=split), made)
    return len(left), Estimates(made).total(left)
