"""Hooks of the build: the app goes into the wheel, and the README into its metadata."""

import re
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


class BundleApp(BuildHookInterface):
    """Puts the app and its assets into the wheel as n2n/bundle, without the scripts that make assets.

    `force-include` in pyproject.toml would copy them in an editable install too, which reads them in place.
    """

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
            if path.is_file() and "__pycache__" not in name.parts:
                build_data["force_include"][str(path)] = f"n2n/bundle/{name.as_posix()}"


class Readme(MetadataHookInterface):
    """The README without pictures and links that only work beside the files of the repository."""

    def update(self, metadata: dict) -> None:
        """Set the field `readme`."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = re.sub(r"!\[[^]]*\]\((?!https:)[^)]*\)\n\n", "", text)
        text = re.sub(r"\[([^]]*)\]\((?!https:)[^)]*\)", r"\1", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def get_build_hook() -> type[BuildHookInterface]:
    return BundleApp


def get_metadata_hook() -> type[MetadataHookInterface]:
    return Readme
