"""The declaration of a setting: its name, its range and what it does."""

import dataclasses
import math
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Self, TypeVar

from n2n.taps.samplers import ALL

DeclaredType = TypeVar("DeclaredType", bound="Declared")


@dataclass(frozen=True)
class Spec:
    """What is known about a setting: its label, its range and one line of help."""

    label: str
    help: str
    symbol: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    or_all: bool = False
    """Whether the word "all" is allowed in place of a number."""
    group: str = "Method"
    at_fork: bool = False
    """Whether it may change where a run is forked."""

    @property
    def range(self) -> str:
        """The range in words, for messages and help texts.

        >>> Spec("Temperature", "", low=0.01, high=1000).range
        'a number from 0.01 to 1000'
        """
        if self.choices:
            return "one of " + ", ".join(repr(choice) for choice in self.choices)
        if self.low is None:
            return "True or False"
        text = f"a number from {self.low:g} to {self.high:g}"
        return f"{text}, or 'all'" if self.or_all else text


def setting(default, label: str, help: str, **facts) -> Any:
    """A dataclass field with its declaration."""
    return dataclasses.field(default=default, metadata={"spec": Spec(label, help, **facts)})


def check(name: str, default: Any, value: Any, spec: Spec) -> None:
    """Raise ValueError, naming the setting and its range, unless the value is allowed."""
    if spec.or_all and value == ALL:
        return
    if spec.choices:
        good = isinstance(value, str) and value in spec.choices
    elif isinstance(default, bool):
        good = isinstance(value, bool)
    else:
        kind = int if isinstance(default, int) else (int, float)
        low, high = -math.inf if spec.low is None else spec.low, math.inf if spec.high is None else spec.high
        good = isinstance(value, kind) and not isinstance(value, bool) and low <= value <= high
    if not good:
        whole = "whole " if isinstance(default, int) and not isinstance(default, bool) else ""
        raise ValueError(
            f"{name} is {value!r}: expected {spec.range.replace('a number', f'a {whole}number')}."
        )


@cache
def _declared(kind: "type[Declared]") -> dict[str, tuple[Any, Spec]]:
    """Name -> default and declaration. Pages make thousands of settings, and `dataclasses.fields` is slow."""
    return {field.name: (field.default, field.metadata["spec"]) for field in dataclasses.fields(kind)}


@cache
def _defaults(kind: "type[DeclaredType]") -> "DeclaredType":
    return kind()


@dataclass(frozen=True)
class Declared:
    """What settings declared with `setting` can do; a frozen dataclass inherits from it.

    >>> @dataclass(frozen=True)
    ... class Oven(Declared):
    ...     heat: int = setting(180, "Heat", "How hot it is.", low=50, high=250)
    >>> Oven().replace(heat=200)
    Oven(heat=200)
    """

    always_given: ClassVar[tuple[str, ...]] = ()
    """Settings that `constructor` names even where they have their defaults."""

    def __post_init__(self):
        for name, (default, spec) in _declared(type(self)).items():
            check(name, default, getattr(self, name), spec)

    def replace(self, **changes) -> Self:
        """A copy with some settings changed; only those are checked, the others were when they were set."""
        declared = _declared(type(self))
        if not changes.keys() <= declared.keys():
            unknown = sorted(changes.keys() - declared.keys())[0]
            raise ValueError(f"There is no setting {unknown!r}: choose among {', '.join(declared)}.")
        for name, value in changes.items():
            default, spec = declared[name]
            if type(value) is not type(default) or value != default:
                check(name, default, value, spec)
        copy = object.__new__(type(self))
        # Whatever else is kept with an object, a cached property for instance, belongs to its own settings.
        copy.__dict__.update({name: self.__dict__[name] for name in declared} | changes)
        return copy

    def to_dict(self) -> dict[str, Any]:
        """All settings by name, fit for JSON."""
        return {name: self.__dict__[name] for name in _declared(type(self))}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """The inverse of `to_dict`; settings that are not given keep their defaults."""
        return _defaults(cls).replace(**values)

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
        """The call that makes these settings again, with what differs from the defaults.

        >>> from n2n.methods.n2n.settings import Settings
        >>> Settings(k=3).constructor
        'Settings(k=3)'
        """
        own_first = sorted(dataclasses.fields(self), key=lambda field: bool(field.kw_only))
        changed = (
            f"{field.name}={getattr(self, field.name)!r}"
            for field in own_first
            if getattr(self, field.name) != field.default or field.name in self.always_given
        )
        return f"{type(self).__name__}({', '.join(changed)})"
