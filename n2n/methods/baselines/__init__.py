"""The methods that the paper compares N2N with, and newer ones: one family per file.

A baseline has its own settings and runs like N2N, in `n2n.train`, `n2n.fit`, `n2n.Trainer` and in jobs:

    >>> import n2n
    >>> settings = n2n.BaselineSettings("SGC", epochs=5, evaluate_every=5)
    >>> n2n.fit(n2n.load("karate"), settings).scores.epoch
    5

A new baseline is one file in this folder and an entry in `recipes.toml`; `base.py` has what its class needs.
"""
