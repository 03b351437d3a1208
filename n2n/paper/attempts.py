"""What was tried for a number that was not reproduced: how its settings were chosen, what others gave."""

from collections.abc import Sequence
from functools import cache

from n2n.methods.base import MethodSettings
from n2n.methods.identity import MethodName
from n2n.methods.registry import settings_for
from n2n.paper.protocol import DEFAULT, Protocol
from n2n.paper.store import Cell
from n2n.paper.summary import Summary
from n2n.paper.verdicts import Comparison


def note(row: str, dataset: str) -> str:
    """Where the settings of a method on a dataset come from, in one sentence.

    >>> note("GAT", "cora")
    "Width, layers and dropout as in the paper's text; the rest: as in its authors' work."
    """
    return settings_for(row, dataset).note(dataset)


def others(comparison: Comparison, cells: Sequence[Cell], protocol: Protocol = DEFAULT) -> dict[str, Summary]:
    """Scores of the same method on the same dataset and split with other settings than those that count.

    The keys name what is different, such as "τ = 5".
    """
    if not comparison.cells:
        return {}
    first, base = comparison.cells[0], _plain(comparison.cells[0])
    found: dict[str, list[float]] = {}
    for cell in cells:
        same = cell.dataset == first.dataset and cell.kind == "accuracy"
        if not same or _method(cell.row) != comparison.row or cell.split != first.split:
            continue
        settings = _plain(cell)
        different = [
            settings.describe(name, value)
            for name, value in settings.to_dict().items()
            if value != getattr(base, name, value)
        ]
        score = protocol.score(cell)
        if different and score is not None:
            found.setdefault("; ".join(different), []).append(score)
    return {name: Summary.of(scores, protocol.selection) for name, scores in found.items()}


@cache
def _method(row: str) -> str:
    """The method of a row, whatever its variant."""
    return MethodName.parse(row).plain.label


def _plain(cell: Cell) -> MethodSettings:
    """The settings of a cell without its seeds."""
    return cell.key[3].without_seeds()
