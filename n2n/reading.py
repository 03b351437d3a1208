"""Graphs from files: the public face of `n2n.io.readers`."""

from n2n.io.readers import *  # noqa: F403
from n2n.io.readers import __all__ as __all__
