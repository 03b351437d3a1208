"""What this computer can do: measured once, in the background, so that no page waits for torch to load."""

import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import streamlit as st

import n2n
from n2n.methods.base import MethodSettings
from n2n.training.jobs import Jobs, Status

# Seconds after the start of the app: the first page comes first.
DELAY = 3.0


@dataclass
class Hardware:
    """The devices of this computer."""

    ready: bool = False
    """Whether everything is loaded and measured; before that, an estimate would keep the visitor waiting."""
    gpus: tuple[str, ...] = ()

    def measure(self) -> Iterator[None]:
        """Load torch with all that a first training loads, compile the kernels and time them, in steps."""
        import torch  # takes seconds to load

        import n2n.training

        if torch.cuda.is_available():
            self.gpus = tuple(torch.cuda.get_device_name(i) for i in range(torch.cuda.device_count()))
        yield
        club = n2n.load("karate")
        n2n.estimate(club, n2n.Settings(), measure=False)
        yield
        n2n.fit(club, n2n.Settings(width=8, epochs=1))

    def end(self, status: Status) -> None:
        """Nothing more is measured; what is known by now must do."""
        if status.cause:
            logging.getLogger(__name__).warning("This computer could not be measured: %s", status.cause)
        self.ready = True


@st.cache_resource(show_spinner=False)
def current() -> Hardware:
    """The hardware of this computer; the first call begins to measure it."""
    found = Hardware()
    # A job, since the end of Python waits for its current step: torch may abort where it is half loaded.
    job = ("hardware", found.measure)
    timer = threading.Timer(DELAY, Jobs().submit, job, {"on_end": found.end})
    timer.daemon = True
    timer.start()
    return found


def device(settings: MethodSettings) -> str:
    """The name of the device on which such a run computes."""
    gpus = current().gpus
    return gpus[0] if gpus and settings.device != "cpu" else "CPU"


def problem(graph: n2n.Graph, settings: MethodSettings) -> str:
    """Why such a run is not possible on this computer or graph, in a sentence; "" where it is."""
    from n2n.methods.device import choose_device
    from n2n.training.cost import refuse_if_too_large

    try:
        choose_device(settings.device)
        refuse_if_too_large(graph, settings)
        if graph.has_labels:
            graph.split(settings.split, settings.split_seed)
    except ValueError as reason:
        return str(reason)
    return ""
