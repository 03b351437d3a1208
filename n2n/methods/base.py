"""What every method has: settings with the common fields in one base class.

A setting is a dataclass field declared once, with its symbol, its range and one line of help. Widgets,
addresses, cache keys and the command line are made from these declarations.
"""

import dataclasses
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, ClassVar, Self

from n2n.methods.identity import MethodName
from n2n.taps.samplers import ALL, SAMPLERS

STAGES = {
    "JL": ("joint",),
    "URL": ("pretext",),
    "PT&FT": ("pretext", "fine-tune"),
    "supervised": ("supervised",),
}
"""The stages of a run in each framework; baselines that learn from labels alone are supervised."""
SEEDS = ("seed", "sampling_seed", "split_seed")
"""The settings in which repetitions of a run differ."""
# Ranges of several settings.
SEED, COUNT, SHARE = (0, 2**31 - 1), (1, 100_000), (0, 0.99)
# What a run records and where it runs are not part of a recipe.
_BESIDE_THE_RECIPE = ("watch_theorem", "snapshots", "device")


@dataclass(frozen=True)
class Spec:
    """What is known about a setting: its label, one line of help, and its range."""

    label: str
    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    symbol: str = ""
    or_all: bool = False
    """Whether the word "all" is allowed in place of a number."""
    group: str = "Method"
    at_fork: bool = False
    """Whether it may change where a run is forked."""

    @property
    def range(self) -> str:
        """The range in words, for messages and help texts.

        >>> Spec("Temperature", "", 0.01, 1000).range
        'a number from 0.01 to 1000'
        """
        if self.choices:
            return "one of " + ", ".join(repr(choice) for choice in self.choices)
        if self.low is None:
            return "True or False"
        text = f"a number from {self.low:g} to {self.high:g}"
        return f"{text}, or 'all'" if self.or_all else text

    def check(self, name: str, default: Any, value: Any) -> None:
        """Raise ValueError, naming the setting and its range, unless the value is allowed."""
        if self.or_all and value == ALL:
            return
        words = self.range
        if self.choices:
            good = isinstance(value, str) and value in self.choices
        elif self.low is None or self.high is None:
            good = isinstance(value, bool)
        else:
            kind: Any = (int, float)
            if not isinstance(default, float):
                kind, words = int, words.replace("a number", "a whole number")
            good = isinstance(value, kind) and not isinstance(value, bool) and self.low <= value <= self.high
        if not good:
            raise ValueError(f"{name} is {value!r}: expected {words}.")


def setting(default, label: str, help: str, allowed: tuple = (), symbol: str = "", **more) -> Any:
    """A dataclass field with its declaration.

    Args:
        allowed: the smallest and the largest number, or the words to choose from; nothing for yes or no.
    """
    words = bool(allowed) and isinstance(allowed[0], str)
    low, high = allowed if allowed and not words else (None, None)
    spec = Spec(label, help, low, high, allowed if words else (), symbol, **more)
    return dataclasses.field(default=default, metadata={"spec": spec})


_encoder, _record, _data, _optimiser = (
    partial(setting, group=group) for group in ("Encoder", "Record", "Data", "Optimiser")
)


@dataclass(frozen=True, kw_only=True)
class MethodSettings(ABC):
    """The settings that every method has; those of a single method are its subclass's own."""

    recipes: ClassVar[tuple[str, ...]]
    """The names of the recipes that the method has, the default first."""

    k: int | str = setting(
        1,
        "Positives per node",
        "How many neighbours stand for the neighbourhood; 'all' takes every one.",
        (1, 1000),
        "k",
        or_all=True,
        at_fork=True,
    )
    sampler: str = setting(
        "taps",
        "Positive sampling",
        "Neighbours of largest dependency (TAPS), or drawn at random.",
        tuple(SAMPLERS),
        at_fork=True,
    )
    sampling_seed: int = setting(
        0,
        "Seed of random positives",
        "Which neighbours random sampling draws.",
        SEED,
        group="Positives",
        at_fork=True,
    )
    width: int = _encoder(512, "Width", "Length of a node's representation.", (1, 8192), "D")
    dropout: float = _encoder(0.6, "Dropout", "Share of inputs set to zero in each training step.", SHARE)
    learning_rate: float = _optimiser(
        0.001, "Learning rate", "Step size of Adam.", (1e-6, 1), "η", at_fork=True
    )
    weight_decay: float = _optimiser(0.0, "L2 penalty", "Pulls weights to zero.", (0, 1), "λ", at_fork=True)
    epochs: int = setting(
        1000,
        "Epochs",
        "Passes over all nodes: one training step each, or many where nodes come in batches.",
        COUNT,
        at_fork=True,
    )
    patience: int = _optimiser(
        0,
        "Patience",
        "Stop when validation has not improved for this many epochs; 0 never stops early.",
        (0, 100_000),
        at_fork=True,
    )
    evaluate_every: int = _record(10, "Evaluate every", "Epochs between two evaluations.", COUNT)
    probe: str = _record(
        "logistic",
        "Linear probe",
        "Without labels: the classifier that scores the representations, logistic regression with a chosen "
        "penalty, or the softmax layer with dropout of the authors' released code.",
        ("logistic", "softmax"),
    )
    snapshots: int = _record(
        0, "Snapshots", "How many embeddings to keep on the way, for the animation.", (0, 50)
    )
    split: str = _data(
        "paper",
        "Split",
        "Which nodes are for training, validation and test.",
        ("paper", "public", "random"),
    )
    split_seed: int = _data(
        0,
        "Seed of the split",
        "Draws the split where it is random; chooses one where there are several public splits.",
        SEED,
    )
    seed: int = _data(0, "Seed", "Seed of all random numbers in training.", SEED)
    device: str = _data(
        "auto",
        "Device",
        "Where to compute; auto takes a GPU where there is one.",
        ("auto", "cpu", "cuda"),
    )

    def __post_init__(self):
        for name, (default, spec) in _declared(type(self)).items():
            spec.check(name, default, getattr(self, name))

    def replace(self, **changes) -> Self:
        """A copy with some settings changed."""
        declared = self.specs()
        for name in changes:
            if name not in declared:
                raise ValueError(f"There is no setting {name!r}: choose among {', '.join(declared)}.")
        return dataclasses.replace(self, **changes)

    def to_dict(self) -> dict[str, Any]:
        """All settings by name, fit for JSON."""
        return {name: getattr(self, name) for name in _declared(type(self))}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """The inverse of `to_dict`; settings that are not given have their defaults."""
        return cls().replace(**values)

    @classmethod
    def specs(cls) -> dict[str, Spec]:
        """The declaration of every setting by its name."""
        return {name: spec for name, (_, spec) in _declared(cls).items()}

    @classmethod
    def describe(cls, name: str, value: Any) -> str:
        """A setting with its value, short: the symbol where there is one, else the label.

        >>> from n2n.methods.n2n.settings import Settings
        >>> Settings.describe("tau", 2.0), Settings.describe("bias", True)
        ('τ = 2', 'Bias: yes')
        """
        spec = cls.specs()[name]
        if isinstance(value, bool):
            return f"{spec.label}: {'yes' if value else 'no'}"
        text = f"{value:g}" if isinstance(value, float) else str(value)
        return f"{spec.symbol} = {text}" if spec.symbol else f"{spec.label}: {text}"

    @property
    def constructor(self) -> str:
        """The call that makes these settings again: the method, and what differs from the defaults.

        >>> from n2n.methods.n2n.settings import Settings
        >>> Settings(k=3).constructor
        'Settings(k=3)'
        """
        own_first = sorted(dataclasses.fields(self), key=lambda field: bool(field.kw_only))
        changed = (
            f"{field.name}={getattr(self, field.name)!r}"
            for field in own_first
            if getattr(self, field.name) != field.default or field.name == "method"
        )
        return f"{type(self).__name__}({', '.join(changed)})"

    @property
    def batch_size(self) -> int:
        """Nodes of a training step; 0, as for a method without such a setting, is all of them at once."""
        return 0

    @property
    def watch_theorem(self) -> bool:
        """Whether to record what Theorem 1 is about; a method without such a setting does not."""
        return False

    @property
    @abstractmethod
    def identity(self) -> MethodName:
        """The name of the method, as a value."""

    @property
    @abstractmethod
    def framework(self) -> str:
        """A key of `STAGES`: "JL", "URL", "PT&FT" or "supervised"."""

    @abstractmethod
    def as_recipe(self, dataset: str, recipe: str | None = None) -> Self:
        """The settings of the same method for a dataset by one of its recipes; None takes the default."""

    @abstractmethod
    def note(self, dataset: str, recipe: str | None = None) -> str:
        """One sentence: where the values of `as_recipe` come from."""

    @property
    @abstractmethod
    def tags(self) -> list[str]:
        """What kind of method it is, in a few words."""

    @property
    def name(self) -> str:
        """The paper's name of the method, such as N2N-TAPS-1 (JL)."""
        return self.identity.label

    @property
    def relevant(self) -> tuple[str, ...]:
        """The names of the settings that the method reads, in the order of their declaration."""
        return tuple(self.specs())

    def changeable(self, stage: str) -> tuple[str, ...]:
        """The settings that may change where a run is forked in a stage, and make a difference there."""
        # Where a stage begins is settled once it has begun.
        settled = () if stage == self.stages[0] else ("epochs",)
        return tuple(name for name in self.relevant if self.specs()[name].at_fork and name not in settled)

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages of a run, in their order."""
        return STAGES[self.framework]

    @property
    def reach(self) -> "int | str | None":
        """Hops around a new node that its prediction reads: 0 where its features alone are enough.

        "all" is the whole graph; None where a new node has to be learnt first.
        """
        return 0

    @property
    def total_epochs(self) -> int:
        """Epochs of all stages, if nothing stops the run early."""
        return self.epochs

    def without_seeds(self) -> Self:
        """The same with all seeds at 0: what repetitions of a run share."""
        return self.replace(**dict.fromkeys(SEEDS, 0))

    def with_seed(self, seed: int, fixed_split: bool) -> Self:
        """The settings of one of several repetitions; the seed also draws random positives.

        Args:
            fixed_split: whether the graph brings its split; otherwise the seed draws the split too. A split
                that is drawn for every graph, "random", is drawn by the seed everywhere.
        """
        fixed = fixed_split and self.split != "random"
        return self.replace(seed=seed, sampling_seed=seed, split_seed=0 if fixed else seed)

    def closest_recipe(self, dataset: str) -> tuple[str, dict[str, Any]]:
        """The recipe that these settings are closest to, and the settings that differ from it."""
        differences = {}
        for recipe in self.recipes:
            known = self.as_recipe(dataset, recipe).to_dict()
            differences[recipe] = {
                name: value
                for name, value in self.to_dict().items()
                if name not in _BESIDE_THE_RECIPE and value != known[name]
            }
        recipe = min(differences, key=lambda recipe: len(differences[recipe]))
        return recipe, differences[recipe]


@cache
def _declared(kind: type[MethodSettings]) -> dict[str, tuple[Any, Spec]]:
    """Name -> default and declaration; `dataclasses.fields` is slow."""
    return {field.name: (field.default, field.metadata["spec"]) for field in dataclasses.fields(kind)}


def common(name: str, default, **words) -> Any:
    """A setting that all methods have, with the method's own default, label or help."""
    spec = dataclasses.replace(MethodSettings.specs()[name], **words)
    return dataclasses.field(default=default, metadata={"spec": spec}, kw_only=True)
