"""Puts app.py beside the pages in the wheel."""

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BundleApp(BuildHookInterface):
    """`force-include` in pyproject.toml would copy app.py in an editable install too, which reads it in place."""

    def initialize(self, version: str, build_data: dict) -> None:
        """Map app.py, in a wheel that is installed by copying only."""
        if version == "standard":
            build_data["force_include"]["app.py"] = "n2n/bundle/app.py"
