"""Checkpoints: everything needed to resume later exactly as if nothing had happened, in one file.

In mini-batch training this includes the place within an epoch. On several ranks all of them take part, since
sums of losses are distributed, and the first one writes.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch

from n2n.files import tensors
from n2n.graph import Graph
from n2n.methods.base import MethodSettings
from n2n.methods.model import Model
from n2n.methods.registry import settings_from
from n2n.training.fork import Fork
from n2n.training.history import Epoch
from n2n.training.legacy_run import Run, snapshots_in

CHECKPOINT = "n2n-checkpoint-1"


@dataclass(frozen=True, eq=False)
class Content:
    """What a checkpoint holds: a copy, so that training may continue while it is written."""

    graph: list
    settings: MethodSettings
    history: list[Epoch]
    arrays: dict[str, np.ndarray]
    fork: Fork | None = None

    def to_bytes(self) -> bytes:
        """The content of one file."""
        facts = {
            "graph": self.graph,
            "settings": self.settings.to_dict(),
            "history": [asdict(epoch) for epoch in self.history],
            "fork": self.fork.to_dict() if self.fork else None,
        }
        return tensors.to_bytes(CHECKPOINT, self.arrays, facts)


def state_arrays(model: Model, best_weights: list[torch.Tensor] | None) -> dict[str, np.ndarray]:
    """Weights, optimiser and random numbers of a model: a copy, so that training may continue."""
    extra = model.extra_state()
    arrays = {f"weight_{i}": _copy(p.detach()) for i, p in enumerate(model.parameters())}
    arrays["generator"] = model.generator.get_state().numpy()
    # Best weights are never changed, only replaced.
    arrays |= {f"best_{i}": best.cpu().numpy() for i, best in enumerate(best_weights or ())}
    states = model.optimiser.state_dict()["state"] if model.optimiser else {}
    for i, state in states.items():
        arrays |= {f"adam_{i}_{key}": _copy(value) for key, value in state.items()}
    return arrays | {f"extra_{name}": _copy(value) for name, value in extra.items()}


def read_checkpoint(data: bytes, source: str, graph: Graph) -> tuple[Run, dict[str, Any]]:
    """(run so far, arrays) of a checkpoint; ValueError if it is damaged or of another graph."""
    arrays, facts = tensors.from_bytes(data, CHECKPOINT, source)
    if facts["graph"] != graph_facts(graph):
        raise ValueError(
            f"{source} belongs to the graph {facts['graph'][0]!r}, not to {graph.name!r}: resume it with its "
            "own graph."
        )
    settings, history = settings_from(facts["settings"]), [Epoch(**epoch) for epoch in facts["history"]]
    return Run(settings, graph.name, history, fork=Fork.from_dict(facts.get("fork"))), arrays


def restore(model: Model, arrays: dict[str, Any]) -> tuple[dict[int, np.ndarray], list[torch.Tensor] | None]:
    """Bring a new model to where the checkpoint was; returns the snapshots and the best weights."""
    device, best = model.device, None
    held = {name: torch.from_numpy(array) for name, array in arrays.items()}
    count = len(model.parameters())
    assign(model.parameters(), [held[f"weight_{i}"].to(device) for i in range(count)])
    if "best_0" in held:
        best = [held[f"best_{i}"].to(device) for i in range(count)]
    if model.optimiser:
        state = model.optimiser.state_dict()
        for name in held:
            if name.startswith("adam_"):
                _, i, key = name.split("_", 2)
                state["state"].setdefault(int(i), {})[key] = held[name]
        model.optimiser.load_state_dict(state)
    extra = {name.removeprefix("extra_"): value for name, value in held.items() if name[:6] == "extra_"}
    model.load_extra_state(extra)
    model.generator.set_state(held["generator"])
    return snapshots_in(arrays), best


def assign(parameters, values) -> None:
    """Set weights to values."""
    with torch.no_grad():
        for parameter, value in zip(parameters, values, strict=True):
            parameter.copy_(value)


def every(steps: int, work: Callable[[], None]) -> Callable[[], None]:
    """A function that does its work at every `steps`-th call."""
    done = 0

    def count() -> None:
        nonlocal done
        done += 1
        if done % steps == 0:
            work()

    return count


def _copy(tensor: torch.Tensor) -> np.ndarray:
    return np.array(tensor.cpu().numpy())


def graph_facts(graph: Graph) -> list:
    """What tells whether a checkpoint belongs to a graph."""
    return [graph.name, graph.num_nodes, graph.num_edges]
