"""TAPS in front of any torch-geometric model; the code is in `n2n.taps.transforms`."""

from n2n.taps.transforms import TAPS

__all__ = ["TAPS"]
