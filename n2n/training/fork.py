"""Where a forked run comes from: another run, one of its epochs, and the settings that it had up to there.

A fork knows everything that is needed to train it again, so it outlives its parent. Up to the epoch of the
fork its history is that of the parent, and its best validation epoch may lie there too.
"""

from dataclasses import dataclass, replace
from typing import Any

from n2n.methods.base import MethodSettings
from n2n.methods.registry import settings_from

_MOST = 50
"""Forks of forks that a file may name."""


@dataclass(frozen=True)
class Fork:
    """The parent of a run, up to one of its epochs."""

    epoch: int
    """The last epoch that both runs share."""
    settings: MethodSettings
    """Those of the parent."""
    parent: str = ""
    """The id of the parent, which may be gone; "" where it never had one."""
    name: str = ""
    """What the parent was called."""
    earlier: "Fork | None" = None
    """Where the parent itself comes from."""

    def changes(self, settings: MethodSettings) -> dict[str, Any]:
        """The settings of the forked run that differ from the parent's."""
        before = self.settings.to_dict()
        return {name: value for name, value in settings.to_dict().items() if value != before[name]}

    def describe(self, settings: MethodSettings) -> str:
        """Where a run with these settings comes from, for a sentence.

        >>> from n2n import Settings
        >>> Fork(120, Settings(), name="a").describe(Settings(tau=0.5))
        'forked from a at epoch 120 with τ = 0.5'
        """
        changes = ", ".join(settings.describe(*pair) for pair in self.changes(settings).items())
        return f"forked from {self.name} at epoch {self.epoch:,} with {changes or 'nothing changed'}"

    def segments(self) -> "list[tuple[MethodSettings, int, Fork | None]]":
        """(settings, last epoch, fork) of each stretch of training before the fork, the first one first."""
        before = self.earlier.segments() if self.earlier else []
        return [*before, (self.settings, self.epoch, self.earlier)]

    def without_ids(self) -> "Fork":
        """The same for a file that others may see: whoever knows the id of a run may watch it."""
        return replace(self, parent="", earlier=self.earlier and self.earlier.without_ids())

    def to_dict(self) -> dict[str, Any]:
        """The fork, fit for JSON."""
        return {
            "epoch": self.epoch,
            "settings": self.settings.to_dict(),
            "parent": self.parent,
            "name": self.name,
            "earlier": self.earlier.to_dict() if self.earlier else None,
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any] | None, _depth: int = 0) -> "Fork | None":
        """The inverse of `to_dict`; None of None. ValueError where it cannot be a fork."""
        if values is None:
            return None
        epoch, parent, name = values["epoch"], values["parent"], values["name"]
        earlier = cls.from_dict(values["earlier"], _depth + 1) if _depth < _MOST else None
        good = isinstance(epoch, int) and not isinstance(epoch, bool) and epoch >= 1
        good &= all(isinstance(word, str) and len(word) <= 1_000 for word in (parent, name))
        if not good or (earlier is not None and earlier.epoch >= epoch):
            raise ValueError("its fork is not valid")
        return cls(epoch, settings_from(values["settings"]), parent, name, earlier)


def plan_fork(run, epoch: int, **changes) -> tuple[MethodSettings, Fork]:
    """The settings of a fork, and where it comes from; ValueError, in a sentence, where it cannot be.

    Args:
        run: a `Run` with a history, or the settings of one.
        epoch: the last epoch that both runs share.
        changes: settings that `MethodSettings.changeable` lists.

    >>> from n2n import Settings
    >>> plan_fork(Settings(), 120, tau=2.0)[0].tau
    2.0
    >>> plan_fork(Settings(), 120, width=8)
    Traceback (most recent call last):
        ...
    ValueError: width cannot change at a fork: choose among k, sampler, sampling_seed, learning_rate, \
weight_decay, epochs, patience, alpha, tau.
    """
    if isinstance(run, MethodSettings):
        before, fork, parent, name, last = run, None, "", run.name, run.total_epochs
    else:
        before, fork, parent, name, last = run.settings, run.fork, run.id, run.name, len(run.history)
    if not 1 <= epoch <= last:
        raise ValueError(
            f"epoch is {epoch}: {name} can be forked at a whole number from 1 to {last}."
            if last
            else f"{name} has no epoch yet: fork it when it has trained for one or more."
        )
    settings = before.replace(**changes)
    stage = before.stages[0] if epoch <= before.epochs else before.stages[-1]
    _check(before, settings, epoch, stage, changes)
    # A fork before the run's own fork is one of its parent.
    while fork is not None and epoch <= fork.epoch:
        before, parent, name, fork = fork.settings, fork.parent, fork.name, fork.earlier
    return settings, Fork(epoch, before, parent, name, fork)


def _check(before: MethodSettings, settings: MethodSettings, epoch: int, stage: str, changes: dict) -> None:
    possible = before.changeable(stage)
    for name in changes:
        if name not in possible and getattr(before, name) != getattr(settings, name):
            raise ValueError(
                f"{name} cannot change at a fork{_where(before, stage)}: choose among {', '.join(possible)}."
            )
    if stage == settings.stages[0] and len(settings.stages) > 1 and settings.epochs < epoch:
        raise ValueError(
            f"epochs is {settings.epochs}, but the fork is at epoch {epoch} of that stage: choose more."
        )
    if settings.total_epochs <= epoch:
        more = next((name for name in ("finetune_epochs", "epochs") if name in possible), "")
        raise ValueError(
            f"The run ends with epoch {settings.total_epochs}, so a fork at epoch {epoch} has nothing left "
            f"to train: fork it earlier{f', or give it more {more}' if more else ''}."
        )


def _where(settings: MethodSettings, stage: str) -> str:
    return f" in the stage {stage!r}" if len(settings.stages) > 1 else ""


def is_parent(run, child) -> bool:
    """Whether a run is the one that another was forked from, also where both were loaded from files."""
    fork = child.fork
    if fork is None or run is child or len(run.history) < fork.epoch:
        return False
    if run.id == fork.parent:
        return True
    shared = (run.history[: fork.epoch], child.history[: fork.epoch])
    return run.settings == fork.settings and all(a.loss == b.loss for a, b in zip(*shared, strict=False))
