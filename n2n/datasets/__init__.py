"""The datasets: bundled with the program, made by networkx, or loaded by torch-geometric.

>>> from n2n.datasets import catalogue, load
>>> load("Cora").num_nodes == catalogue()["cora"].nodes
True
"""

from n2n.datasets.catalogue import catalogue, load
from n2n.datasets.info import DatasetInfo
from n2n.datasets.pyg import DatasetUnavailable
from n2n.datasets.synthetic import synthesize

__all__ = ["DatasetInfo", "DatasetUnavailable", "catalogue", "load", "synthesize"]
