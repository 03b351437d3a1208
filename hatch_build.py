"""Puts app.py beside the pages in the wheel.

`force-include` in pyproject.toml would copy it in an editable install too, which reads it in place.
"""

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BundleApp(BuildHookInterface):
    """Runs before a wheel is built."""

    def initialize(self, version: str, build_data: dict) -> None:
        """Map app.py, unless the wheel is for an editable install."""
        if version == "standard":
            build_data["force_include"]["app.py"] = "n2n/bundle/app.py"
