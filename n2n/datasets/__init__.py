"""The datasets: what is bundled, what networkx knows, what torch-geometric brings.

>>> from n2n.datasets import catalogue, load
>>> load("Cora").num_nodes == catalogue()["cora"].nodes
True
"""

from n2n.datasets.catalogue import DatasetInfo, catalogue
from n2n.datasets.loading import load
from n2n.datasets.pyg import DatasetUnavailable

__all__ = ["DatasetInfo", "DatasetUnavailable", "catalogue", "load"]
