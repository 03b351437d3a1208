"""Under which rules a score counts: the epoch, the linear probe, the split.

Each measured cell has the scores of every selection and probe, so that going from one protocol to another
needs no computation; cells of earlier versions lack some of them.
"""

from dataclasses import dataclass

from n2n.graph.splits import PROTOCOLS
from n2n.methods.base import MethodSettings
from n2n.paper.store import Cell
from n2n.training.selection import BEST_TEST, RULES, SELECTIONS, VALIDATION, check_selection

PROBES = MethodSettings.specs()["probe"].choices
PROBE_WORDS = {"logistic": "logistic regression", "softmax": "the released softmax layer with dropout"}
SPLITS = PROTOCOLS


@dataclass(frozen=True)
class Protocol:
    """How scores are read.

    >>> Protocol().words
    'Paper split; test micro-F1 at the epoch of the best validation micro-F1; probe: logistic regression'
    """

    selection: str = VALIDATION
    probe: str = PROBES[0]
    split: str = "paper"

    def __post_init__(self):
        check_selection(self.selection)
        for name, value, known in (("probe", self.probe, PROBES), ("split", self.split, SPLITS)):
            if value not in known:
                raise ValueError(
                    f"{name} is {value!r}: expected one of {', '.join(repr(one) for one in known)}."
                )

    @property
    def words(self) -> str:
        """All of it, for a caption."""
        rule, probe = RULES[self.selection], PROBE_WORDS[self.probe]
        return f"{self.split.capitalize()} split; {rule}; probe: {probe}"

    @property
    def on_test_nodes(self) -> bool:
        """Whether the epoch is chosen on test nodes, so that every number needs its mark."""
        return self.selection == BEST_TEST

    def score(self, cell: Cell) -> float | None:
        """The test micro-F1 of a cell from 0 to 1; None where it was not measured under this protocol."""
        return self._scores(cell).get(SELECTIONS[self.selection])

    def lacking(self, cell: Cell) -> str:
        """Why a cell has no score under this protocol; "" where it has one."""
        if self.score(cell) is not None:
            return ""
        return f"not measured under this {'selection' if self._scores(cell) else 'probe'}"

    def _scores(self, cell: Cell) -> dict:
        """The scores of all selections by the probe; none where it was not asked."""
        settings = cell.key[3]
        if settings.stages[-1] == "pretext" and settings.probe != self.probe:
            return cell.values.get("probes", {}).get(self.probe, {})
        return cell.values


DEFAULT = Protocol()
"""What this project reports: nothing is chosen on test nodes."""
