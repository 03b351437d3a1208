# The public names of n2n. `n2n/__init__.py` reads this file and loads each name when it is first used;
# type checkers and editors read it as well.

from . import exporting, features, reading, transforms
from .embedding.change import NeighbourhoodChange, neighbourhood_change
from .embedding.projection import project
from .graph import Graph, open_graph
from .graph.catalogue import catalogue, load
from .graph.features import with_features
from .graph.splits import Split
from .graph.synthetic import synthesize
from .io.convert import convert
from .io.embeddings import export_embeddings
from .io.limits import Limits
from .io.read import read_graph
from .io.write import export_graph
from .methods.baselines.settings import BaselineSettings
from .methods.n2n.settings import Settings
from .noise.study import robustness
from .taps.edits import Edits
from .taps.map import map_positions
from .taps.positives import Positives, all_neighbours, random_positives
from .taps.ranking import Ranking, rank
from .taps.smoothness import feature_smoothness, label_smoothness, label_smoothness_by_class
from .taps.subgraphs import Partition, partition
from .training.cold_start import cold_start
from .training.estimate import estimate
from .training.estimator import N2NEmbedding
from .training.fit import fit, fork
from .training.history import Epoch, Scores
from .training.inference import InferenceTime, inference_time
from .training.node_loss import node_loss
from .training.run import Run
from .training.trainer import Trainer, train

__version__: str
__all__ = [
    "BaselineSettings",
    "Edits",
    "Epoch",
    "Graph",
    "InferenceTime",
    "Limits",
    "N2NEmbedding",
    "NeighbourhoodChange",
    "Partition",
    "Positives",
    "Ranking",
    "Run",
    "Scores",
    "Settings",
    "Split",
    "Trainer",
    "all_neighbours",
    "catalogue",
    "cold_start",
    "convert",
    "estimate",
    "export_embeddings",
    "export_graph",
    "exporting",
    "feature_smoothness",
    "features",
    "fit",
    "fork",
    "inference_time",
    "label_smoothness",
    "label_smoothness_by_class",
    "load",
    "map_positions",
    "neighbourhood_change",
    "node_loss",
    "open_graph",
    "partition",
    "project",
    "random_positives",
    "rank",
    "read_graph",
    "reading",
    "robustness",
    "synthesize",
    "train",
    "transforms",
    "with_features",
]
