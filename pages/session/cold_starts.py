"""The cold starts of a visitor: jobs in the same queue as trainings, found again by what was asked for."""

from dataclasses import dataclass

import streamlit as st

import n2n
from n2n.training.cold_start import ColdProgress, ColdStart, ColdStartResult
from n2n.training.jobs import Status
from pages.session import data, runs
from pages.session.progress import look, said

_JOBS = "cold starts"


@dataclass(frozen=True)
class Request:
    """What a cold start is asked for."""

    dataset: str
    percent: int
    methods: tuple[str, ...]
    k: int
    split: str
    seed: int


def start(request: Request, graph: n2n.Graph) -> None:
    """Queue a cold start. ValueError where it cannot be, or where the queue is full."""
    cold = ColdStart(graph, request.percent / 100, request.methods, request.k, request.seed, request.split)
    # A step more per method: its prediction.
    steps = cold.total + len(cold.settings)
    title = f"Cold start on {data.public_title(request.dataset)}"
    job = runs.jobs().submit(title, lambda: iter(cold), steps, cold.result)
    st.session_state.setdefault(_JOBS, {})[request] = job


def stop(request: Request) -> None:
    """End it after the current epoch; what has been predicted stays."""
    if job := _job(request):
        runs.jobs().cancel(job, "Stopped on request.")


def status(request: Request) -> Status | None:
    """How it is doing; None where it was never asked for."""
    job = _job(request)
    return look(runs.jobs(), job) if job else None


def progress(request: Request) -> ColdProgress | None:
    """What it reported last."""
    job = _job(request)
    reported = said(runs.jobs(), job) if job else []
    return reported[0] if reported else None


def result(request: Request) -> ColdStartResult | None:
    """What it found; None while it has not ended, and where it failed or is no longer kept."""
    job = _job(request)
    try:
        return runs.jobs().result(job) if job else None
    except KeyError:
        return None


def _job(request: Request) -> str | None:
    return st.session_state.get(_JOBS, {}).get(request)
