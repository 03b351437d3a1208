"""The methods that the paper compares N2N with, one family a file.

A rival has its own settings and runs like N2N, in `n2n.train`, `n2n.fit`, `n2n.Trainer` and in jobs:

    >>> import n2n
    >>> from n2n.methods.rivals import RivalSettings
    >>> settings = RivalSettings("SGC", epochs=5, evaluate_every=5)
    >>> n2n.fit(n2n.load("karate"), settings).scores.epoch
    5

A new rival is a class in a file of this package (see `base.py`), its entry in `METHODS`, and its values in
`recipes.py`.
"""

from importlib import import_module

from n2n.methods.rivals.methods import METHODS
from n2n.methods.rivals.settings import RivalSettings

__all__ = ["METHODS", "RivalSettings", "build"]


def build(graph, settings: RivalSettings):
    """The model of a method on a graph, ready for its first step.

    >>> import n2n
    >>> build(n2n.load("karate"), RivalSettings("MLP", width=8)).embed().shape
    torch.Size([34, 8])
    """
    method = METHODS[settings.method]
    return getattr(import_module(f"n2n.methods.rivals.{method.module}"), method.model)(graph, settings)
