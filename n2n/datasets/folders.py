"""Where datasets are: bundled files, the user's own raw files, the cache of graphs made from them.

Every path of the datasets is defined here and nowhere else.
"""

import os
from pathlib import Path

from n2n.files.assets import ASSETS

BUNDLED = ASSETS / "datasets"
"""The folder of the graphs that ship with the program."""

_HOME = Path("~/.cache/n2n")


def data_folder() -> Path:
    """The folder of raw datasets, arranged as in torch-geometric: `N2N_DATA`, else a cache folder."""
    return Path(os.environ.get("N2N_DATA") or _HOME).expanduser()


def graph_cache() -> Path:
    """The folder of graphs saved after their first load: `N2N_CACHE`, else `graphs` in that cache.

    It is separate from `data_folder`, which may be read-only or shared.
    """
    return Path(os.environ.get("N2N_CACHE") or _HOME / "graphs").expanduser()
