"""What the pages still work with, until they open the folders of runs."""

from n2n.training.forking import fork
from n2n.training.legacy_run import Run
from n2n.training.legacy_trainer import Trainer, fit

__all__ = ["Run", "Trainer", "fit", "fork"]
