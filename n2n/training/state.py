"""The state of a model in training as arrays: what is needed to continue as if nothing had happened."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import torch

from n2n.methods.model import Model

State = dict[str, np.ndarray]


def state_of(model: Model, best_weights: list[torch.Tensor] | None) -> State:
    """Weights, optimiser, random numbers and place in the epoch: a copy, so that training may continue.

    On several ranks all of them call this.
    """
    extra = model.extra_state()
    arrays = {f"weight_{i}": _copy(p.detach()) for i, p in enumerate(model.parameters())}
    arrays["generator"] = model.generator.get_state().numpy()
    # Best weights are never changed, only replaced.
    arrays |= {f"best_{i}": best.cpu().numpy() for i, best in enumerate(best_weights or ())}
    states = model.optimiser.state_dict()["state"] if model.optimiser else {}
    for i, state in states.items():
        arrays |= {f"adam_{i}_{key}": _copy(value) for key, value in state.items()}
    return arrays | {f"extra_{name}": _copy(value) for name, value in extra.items()}


def restore(model: Model, state: State) -> list[torch.Tensor] | None:
    """Bring a new model to a state; returns the best weights so far.

    Raises:
        ValueError: the state is of another model.
    """
    device, best = model.device, None
    # Copies: the optimiser works in the arrays that it is given.
    held: dict[str, Any] = {name: torch.from_numpy(np.array(array)) for name, array in state.items()}
    parameters = model.parameters()
    shapes = [tuple(p.shape) for p in parameters]
    if shapes != [state[f"weight_{i}"].shape for i in range(len(parameters)) if f"weight_{i}" in state]:
        raise ValueError("The checkpoint is of another model: its weights have other shapes.")
    assign(parameters, [held[f"weight_{i}"].to(device) for i in range(len(parameters))])
    if "best_0" in held:
        best = [held[f"best_{i}"].to(device) for i in range(len(parameters))]
    if model.optimiser:
        optimiser = model.optimiser.state_dict()
        for name in held:
            if name.startswith("adam_"):
                _, i, key = name.split("_", 2)
                optimiser["state"].setdefault(int(i), {})[key] = held[name]
        model.optimiser.load_state_dict(optimiser)
    model.load_extra_state({name[6:]: value for name, value in held.items() if name.startswith("extra_")})
    model.generator.set_state(held["generator"])
    return best


def assign(parameters: Iterable[torch.Tensor], values: Iterable[torch.Tensor]) -> None:
    """Set weights to values."""
    with torch.no_grad():
        for parameter, value in zip(parameters, values, strict=True):
            parameter.copy_(value)


def _copy(tensor: torch.Tensor) -> np.ndarray:
    return np.array(tensor.cpu().numpy())
