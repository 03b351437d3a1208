"""What was tried for a number that was not reproduced: how its settings were chosen, what others gave."""

from collections.abc import Sequence

from n2n.methods.n2n.recipes import note_for
from n2n.methods.n2n.settings import Settings
from n2n.methods.rivals.recipes import rival_note
from n2n.methods.spec import Declared
from n2n.paper import Cell, Line
from n2n.paper.experiments import row_settings
from n2n.paper.results import Summary
from n2n.training.tables import words

_SEEDS = {"seed": 0, "sampling_seed": 0, "split_seed": 0}


def note(row: str, dataset: str) -> str:
    """Where the settings of a method on a dataset come from, in one sentence.

    >>> note("GAT", "cora")
    'Width, layers and dropout as the paper writes; the rest: as its authors.'
    """
    settings = row_settings(row, dataset)
    if isinstance(settings, Settings):
        return note_for(dataset, settings.framework, settings.k)
    return rival_note(dataset, settings.method)


def others(line: Line, cells: Sequence[Cell]) -> dict[str, Summary]:
    """Scores of the same method on the same dataset and split with other settings than those that count.

    The keys name what is different, such as "τ = 5".
    """
    if not line.cells:
        return {}
    first, base = line.cells[0], _plain(line.cells[0])
    found: dict[str, list[float]] = {}
    for cell in cells:
        same = cell.kind == "accuracy" and cell.dataset == first.dataset and cell.split == first.split
        if not same or cell.row.partition(",")[0] != line.row:
            continue
        settings = _plain(cell)
        different = [
            words(name, value, type(settings))
            for name, value in settings.to_dict().items()
            if value != getattr(base, name, value)
        ]
        if different:
            found.setdefault("; ".join(different), []).append(cell.values["test"])
    return {name: Summary.of(scores) for name, scores in found.items()}


def _plain(cell: Cell) -> Declared:
    """The settings of a cell without its seeds."""
    return cell.key[3].replace(**_SEEDS)
