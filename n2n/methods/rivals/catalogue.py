"""Every rival by its name, known without loading its code.

The file of a rival declares it at the top: `RIVALS = {name: {…}}`, a plain literal. It is read here without
running the file, which would load torch and cost seconds where only names and families are wanted. So a new
rival is one new file in this folder.
"""

import ast
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

_AFTER_TABLE_1 = 1_000


@dataclass(frozen=True)
class Rival:
    """What the file of a rival declares."""

    name: str
    module: str
    """The file of this package that holds it."""
    model: str
    """Its class there."""
    family: str
    """"graph network", "random walks", "contrastive" or "features only"."""
    framework: str
    """"supervised", "URL" (pretext task, then a linear probe) or "JL" (both losses at once)."""
    paper: str
    """Who proposed it."""
    place: int = _AFTER_TABLE_1
    """Its place in the paper's Table 1, with the plain MLP in front."""
    values: dict[str, Any] = field(default_factory=dict)
    """Settings that differ from those that all methods of its framework share."""
    why: str = "the same for all methods of its kind"
    """Where these values come from."""
    reads: tuple[str, ...] = ()
    """The settings that it reads in addition to those that every rival reads."""
    relative_cost: float = 1.0
    """Time of an epoch, as a multiple of what `work.py` counts, which is a GCN of the same width."""

    @property
    def samples_neighbours(self) -> bool:
        """Whether the method can also take sampled neighbours, at random or by TAPS."""
        return "sampler" in self.reads


@cache
def rivals() -> dict[str, Rival]:
    """All rivals, in the order of the paper's Table 1; those that it does not have come after.

    >>> list(rivals())[:3], rivals()["GAT"].family
    (['MLP', 'GCN', 'SGC'], 'graph network')
    """
    found = [
        Rival(name, path.stem, **facts)
        for path in sorted(Path(__file__).parent.glob("*.py"))
        for name, facts in _declared(path).items()
    ]
    return {rival.name: rival for rival in sorted(found, key=lambda rival: (rival.place, rival.name))}


def _declared(path: Path) -> dict[str, dict[str, Any]]:
    """The literal `RIVALS` of a file; nothing where it has none."""
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "RIVALS":
            return ast.literal_eval(statement.value)
    return {}


def find_rival(name: str) -> Rival:
    """A rival by its name; ValueError, with the names that there are, for any other."""
    if name not in rivals():
        raise ValueError(f"There is no method {name!r}: choose among {', '.join(rivals())}.")
    return rivals()[name]
