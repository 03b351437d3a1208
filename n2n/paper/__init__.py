"""The tables and figures of the paper: what is printed, what was measured here, and what that says.

`reference` has what was published, `experiments` the rows and runs of each table, `results` the measurements
as one table, `verdicts` their comparison with the printed numbers, `differences` pairs of runs, `claims` the
checked sentences of the paper, `measuring` how a missing number is computed.

    >>> from n2n.paper import compare, load
    >>> compare("table1", load(), rows=["GCN"], datasets=["cora"]).printed.item()
    84.72
"""

from n2n.paper.claims import Claim, claims, headlines
from n2n.paper.experiments import EXPERIMENTS, Experiment
from n2n.paper.results import load
from n2n.paper.verdicts import Protocol, compare

__all__ = ["EXPERIMENTS", "Claim", "Experiment", "Protocol", "claims", "compare", "headlines", "load"]
