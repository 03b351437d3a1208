"""While a run learns: the time that is left, by what has been seen of it so far."""

from collections.abc import Sequence
from statistics import fmean

from n2n.methods.base import MethodSettings
from n2n.training.cost import looks
from n2n.training.history import Epoch

RECENT = 50
"""Epochs that tell how long the next ones take."""


def seconds_left(
    settings: MethodSettings, history: Sequence[Epoch], since: int, elapsed: float
) -> float | None:
    """Seconds to the end: the mean of recent epochs for each that is to come, evaluations, and the result.

    The mean, since epochs that others on the machine hold up are a part of what is to come: a median leaves
    them out, and on a busy machine it promised half of what was left. The first epoch, which compiles, does
    not count. What took time apart from the epochs is put down to evaluations and snapshots, of which those
    to come are known; the result embeds the nodes like one more of them. Patience may end the run sooner.

    Args:
        since: how many epochs of the history were there when this program began.
        elapsed: seconds from then on.

    >>> from n2n.methods.n2n.settings import Settings
    >>> epochs = [Epoch(i, "joint", 1.0, 1.0, None, 0.1) for i in range(1, 11)]
    >>> round(seconds_left(Settings(epochs=30, evaluate_every=10, patience=0), epochs, 0, 1.5), 6)
    3.5
    """
    seen = history[since:]
    if not seen:
        return None
    left = max(settings.total_epochs - len(history), 0)
    steps = left * fmean(epoch.seconds for epoch in (seen[1:] or seen)[-RECENT:])
    between = max(elapsed - sum(epoch.seconds for epoch in seen), 0.0)
    per_epoch = sum(looks(settings)) / max(settings.total_epochs, 1)
    done = int(per_epoch * len(history)) - int(per_epoch * since)
    if not done:  # nothing has been evaluated yet
        return steps + between / len(seen) * left
    return steps + between / done * (per_epoch * left + 1)
