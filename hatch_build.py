"""Puts app.py and explorer.py beside the pages in the wheel.

`force-include` in pyproject.toml would copy them in an editable install too, which reads them in place.
"""

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BundleApp(BuildHookInterface):
    """Runs before a wheel is built."""

    def initialize(self, version: str, build_data: dict) -> None:
        """Map them, unless the wheel is for an editable install."""
        if version == "standard":
            for name in ("app.py", "explorer.py"):
                build_data["force_include"][name] = f"n2n/bundle/{name}"
