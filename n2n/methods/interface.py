"""What every method is to the trainer: a model that learns, its losses, and a count of its work."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:  # torch takes seconds to load, and settings need none of it
    import torch

    from n2n.methods.evaluation import Nodes


class Losses(NamedTuple):
    """Parts of the loss of one step, still on the device; None where a part was not computed.

    Weights that are NaN or infinite make the total NaN or infinite, and nothing in a step raises for them:
    the number shows that the training has diverged.
    """

    total: "torch.Tensor"
    info_nce: "torch.Tensor | None"
    cross_entropy: "torch.Tensor | None"


class Model(Protocol):
    """A method on a graph while it learns: data, weights, optimiser and random numbers.

    A class that inherits from it has nothing more to keep and nothing more to tell, unless it says so.
    """

    device: "torch.device"
    nodes: "Nodes | None"
    """The split with its labels; None where the graph has no labels."""
    generator: "torch.Generator"
    optimiser: "torch.optim.Optimizer | None"

    @property
    def labelled(self) -> "Nodes":
        """The split; a graph without labels was refused where they are needed."""
        assert self.nodes is not None
        return self.nodes

    def step(self, stage: str) -> Losses:
        """Train one epoch."""
        ...

    def begin_stage(self, stage: str) -> None:
        """A further stage begins: the optimiser starts again."""

    def embed(self) -> "torch.Tensor":
        """h (N×width) of all nodes, without dropout."""
        ...

    def predict(self, h: "torch.Tensor", stage: str) -> "torch.Tensor":
        """(N,) predicted classes of the representations that `embed` gave."""
        ...

    def parameters(self) -> "list[torch.nn.Parameter]":
        """All weights, in a fixed order."""
        ...

    def extra_state(self) -> "dict[str, torch.Tensor]":
        """What a checkpoint needs in addition to weights, optimiser and random numbers."""
        return {}

    def load_extra_state(self, state: "dict[str, torch.Tensor]") -> None:
        """The inverse of `extra_state`."""

    def theorem(self, h: "torch.Tensor") -> dict[str, float]:
        """What Theorem 1 is about, of an embedding; nothing where the theorem does not apply."""
        return {}

    def facts(self) -> dict[str, str]:
        """What to record about the model in addition to its settings."""
        return {}


@runtime_checkable
class InBatches(Protocol):
    """A model whose epochs have several steps of the optimiser."""

    steps_done: int
    """Steps of the optimiser so far."""
    on_step: Callable[[], None]
    """Called after each of them."""


@dataclass(frozen=True)
class Work:
    """The work of one epoch, and the memory that a run needs."""

    dense: float = 0.0
    """Multiply-adds in dense products."""
    sparse: float = 0.0
    """Multiply-adds in sparse products."""
    elements: float = 0.0
    """Elements in passes over large arrays."""
    exponentials: float = 0.0
    bytes: int = 0
    """Peak memory beyond the graph itself."""
    estimator: str = ""
    """How the denominators of InfoNCE are found; "" where there are none."""
    ways_out: tuple[str, ...] = ()
    """What needs less memory, for the sentence that refuses a run."""

    def times(self, factor: float) -> "Work":
        """This many such epochs, in the same memory."""
        counts = ("dense", "sparse", "elements", "exponentials")
        return replace(self, **{name: getattr(self, name) * factor for name in counts})
