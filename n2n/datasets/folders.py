"""Where datasets lie: the bundled files, the user's own raw files, the cache of graphs made from them.

Every path of the datasets is written here and nowhere else.
"""

import os
from pathlib import Path

from n2n.files.assets import ASSETS

BUNDLED = ASSETS / "datasets"
"""The folder of the graphs that come with the project."""

_HOME = Path("~/.cache/n2n")


def data_folder() -> Path:
    """The folder of raw datasets in torch-geometric's layout: `N2N_DATA`, else a cache folder in the home."""
    return Path(os.environ.get("N2N_DATA") or _HOME).expanduser()


def graph_cache() -> Path:
    """The folder of graphs kept after their first load: `N2N_CACHE`, else `graphs` in the home's cache.

    It is apart from `data_folder`, which may be read-only or shared.
    """
    return Path(os.environ.get("N2N_CACHE") or _HOME / "graphs").expanduser()
