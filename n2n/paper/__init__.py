"""The tables and figures of the paper, run here and compared with what the paper prints.

A result is made of cells: one method on one dataset with one seed. Finished cells are kept in a file in
`assets/results`; a run computes only those that are missing, within a budget of minutes.

    >>> from n2n.paper import EXPERIMENTS, compare, stored
    >>> plan = EXPERIMENTS["table1"].tasks(rows=["GCN"], datasets=["cora"], seeds=range(2))
    >>> [task.settings.seed for task in plan]
    [0, 1]
    >>> [one.printed.mean for one in compare("table1", stored(), rows=["GCN"], datasets=["cora"])]
    [84.72]
"""

from n2n.paper.claims import Claim, claims
from n2n.paper.experiments import EXPERIMENTS, Experiment, Task
from n2n.paper.running import Progress, missing, reproduce
from n2n.paper.store import Cell, append, stored
from n2n.paper.verdicts import Comparison, compare

__all__ = [
    "EXPERIMENTS",
    "Cell",
    "Claim",
    "Comparison",
    "Experiment",
    "Progress",
    "Task",
    "append",
    "claims",
    "compare",
    "missing",
    "reproduce",
    "stored",
]
