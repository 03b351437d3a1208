"""Where the authors' text, their released code and this project differ, in one place."""

import tomllib
from dataclasses import dataclass

from n2n.files.assets import ASSETS


@dataclass(frozen=True)
class Difference:
    """One point of difference; a dash says that a source is silent."""

    topic: str
    text: str
    """What the paper writes."""
    released: str
    """What the authors' released code does."""
    here: str
    """What this project does."""
    effect: str
    """What the difference does to the numbers."""
    where: str
    """The tables and figures that it touches."""


_FILE = ASSETS / "paper" / "deviations.toml"
LEDGER = tuple(
    Difference(**entry) for entry in tomllib.loads(_FILE.read_text(encoding="utf-8"))["difference"]
)
"""All known differences, those with the largest effect first."""
