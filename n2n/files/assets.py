"""Where the files that come with the program lie: bundled graphs, printed and measured numbers, layouts."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]

# A checkout has the folder beside the package; an installed program carries it inside.
ASSETS = next(
    (folder for folder in (_PACKAGE.parent / "assets", _PACKAGE / "bundle" / "assets") if folder.is_dir()),
    _PACKAGE / "bundle" / "assets",
)
"""The folder of everything that ships with the program."""
