"""What this machine can do: measured once, in the background, so that no page waits for torch to load."""

import threading
from dataclasses import dataclass

import streamlit as st

import n2n

# Seconds after the start of the app: the first page comes first.
DELAY = 3.0


@dataclass
class Machine:
    """The devices of this machine."""

    ready: bool = False
    """Whether everything is loaded and measured; before that, an estimate would keep the visitor waiting."""
    gpus: tuple[str, ...] = ()

    def measure(self) -> None:
        """Load torch, compile the kernels and time them."""
        try:
            import torch

            import n2n.training

            if torch.cuda.is_available():
                self.gpus = tuple(torch.cuda.get_device_name(i) for i in range(torch.cuda.device_count()))
            n2n.estimate(n2n.load("karate"), n2n.Settings())
        finally:
            self.ready = True


@st.cache_resource(show_spinner=False)
def machine() -> Machine:
    """The machine; the first call begins to measure it."""
    found = Machine()
    timer = threading.Timer(DELAY, found.measure)
    timer.daemon = True
    timer.start()
    return found


def device(settings: n2n.Settings) -> str:
    """The device that the settings mean, by name."""
    gpus = machine().gpus
    return gpus[0] if gpus and settings.device != "cpu" else "CPU"


def problem(graph: n2n.Graph, settings: n2n.Settings) -> str:
    """Why this machine, or this graph, cannot do such a run, in a sentence; "" if it can."""
    from n2n.methods.device import choose_device
    from n2n.training.estimate import refuse_if_too_large

    try:
        choose_device(settings.device)
        refuse_if_too_large(graph, settings)
        if graph.has_labels:
            graph.split(settings.split, settings.split_seed)
    except ValueError as reason:
        return str(reason)
    return ""
