"""Where the files that come with the program are, and where it keeps files for its user."""

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_BUNDLE = _PACKAGE / "bundle"
_INSTALLED = _BUNDLE.is_dir()

# A checkout has them beside the package; an installed program carries them inside it.
_ROOT = _BUNDLE if _INSTALLED else _PACKAGE.parent

ASSETS = _ROOT / "assets"
"""The folder of what ships with the program: bundled graphs, printed and measured numbers, layouts."""

APP = _ROOT / "app.py"
"""The script of the app; its pages and its configuration are beside it."""


def output_folder(name: str) -> Path:
    """The default folder for new files of one kind of `ASSETS`, such as "results".

    It is in `home_folder`, never in `ASSETS`: an installed program may be read-only and an upgrade replaces
    it, and in a checkout the committed files must not change by accident.
    """
    return home_folder() / name


def home_folder() -> Path:
    """The folder of what the program keeps for its user: `N2N_HOME`, else `n2n` in the user's data folder."""
    chosen, data = os.environ.get("N2N_HOME"), os.environ.get("XDG_DATA_HOME")
    return Path(chosen or Path(data or "~/.local/share") / "n2n").expanduser()


def data_folder() -> Path:
    """The folder of raw datasets, arranged as in torch-geometric: `N2N_DATA`, else a cache folder."""
    return Path(os.environ.get("N2N_DATA") or "~/.cache/n2n").expanduser()
