# The public names of n2n. `n2n/__init__.py` reads this file and loads each name when it is first used;
# type checkers and editors read it as well.

from . import exporting, features, reading, transforms
from .datasets import catalogue, load
from .embedding.projection import project
from .graph import Graph
from .graph.features import with_features
from .graph.splits import Split
from .io.readers import Limits, read_graph
from .io.writers.embeddings import export_embeddings
from .io.writers.graphs import export_graph
from .methods.n2n.settings import Settings
from .methods.rivals.settings import RivalSettings
from .sampling.positives import Positives, all_neighbours, random_positives
from .sampling.ranking import Ranking, rank
from .sampling.smoothness import feature_smoothness, label_smoothness, label_smoothness_by_class
from .sampling.subgraphs import Partition, partition
from .training.estimate import estimate
from .training.estimator import N2NEmbedding
from .training.history import Epoch, Scores
from .training.jobs import Jobs
from .training.run import Run
from .training.trainer import Trainer, fit, train

__version__: str
__all__ = [
    "Epoch",
    "Graph",
    "Jobs",
    "Limits",
    "N2NEmbedding",
    "Partition",
    "Positives",
    "Ranking",
    "RivalSettings",
    "Run",
    "Scores",
    "Settings",
    "Split",
    "Trainer",
    "all_neighbours",
    "catalogue",
    "estimate",
    "export_embeddings",
    "export_graph",
    "exporting",
    "feature_smoothness",
    "features",
    "fit",
    "label_smoothness",
    "label_smoothness_by_class",
    "load",
    "partition",
    "project",
    "random_positives",
    "rank",
    "read_graph",
    "reading",
    "train",
    "transforms",
    "with_features",
]
