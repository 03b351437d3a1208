"""Puts the app and what ships with it into the wheel, as n2n/bundle, but not the scripts that make assets.

`force-include` in pyproject.toml would copy them in an editable install too, which reads them in place.
"""

from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BundleApp(BuildHookInterface):
    """Runs before a wheel is built."""

    def initialize(self, version: str, build_data: dict) -> None:
        """Map the files, unless the wheel is for an editable install."""
        if version == "editable":
            return
        root = Path(self.root)
        files = [root / "app.py", root / ".streamlit" / "config.toml"]
        files += (root / "pages").rglob("*")
        files += (path for path in (root / "assets").rglob("*") if path.suffix != ".py")
        for path in files:
            name = path.relative_to(root)
            if path.is_file() and "__pycache__" not in name.parts and not name.match("screenshot-*"):
                build_data["force_include"][str(path)] = f"n2n/bundle/{name.as_posix()}"
