"""TAPS in front of any torch-geometric model; the code is in `n2n.sampling.transforms`."""

from n2n.sampling.transforms import TAPS

__all__ = ["TAPS"]
