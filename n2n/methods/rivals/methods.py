"""The list of rival methods: what each is called, where it is written and how it learns."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Method:
    """A rival method, known without loading it."""

    module: str
    """The file of this package that holds it."""
    model: str
    """Its class there."""
    family: str
    """"graph network", "random walks", "contrastive" or "features only"."""
    framework: str
    """"supervised", "URL" (pretext task, then a linear probe) or "JL" (both losses at once)."""
    paper: str
    """Who proposed it."""


_GNN, _WALK, _GCL = "graph network", "random walks", "contrastive"

METHODS: dict[str, Method] = {
    "MLP": Method("gcn", "MLP", "features only", "supervised", "the floor: features alone, no edges"),
    "GCN": Method("gcn", "GCN", _GNN, "supervised", "Kipf and Welling, 2017"),
    "SGC": Method("gcn", "SGC", _GNN, "supervised", "Wu et al., 2019"),
    "L2-GCN": Method("layerwise", "L2GCN", _GNN, "supervised", "You et al., 2020"),
    "GraphSAGE-Mean": Method("sage", "GraphSAGE", _GNN, "supervised", "Hamilton et al., 2017"),
    "FastGCN": Method("fastgcn", "FastGCN", _GNN, "supervised", "Chen et al., 2018"),
    "GAT": Method("attention", "GAT", _GNN, "supervised", "Veličković et al., 2018"),
    "SplineCNN": Method("spline", "SplineCNN", _GNN, "supervised", "Fey et al., 2018"),
    "PNA": Method("pna", "PNA", _GNN, "supervised", "Corso et al., 2020"),
    "CS-GCN": Method("attention", "CSGCN", _GNN, "supervised", "Hou et al., 2020"),
    "DeepWalk": Method("walks", "RandomWalks", _WALK, "URL", "Perozzi et al., 2014"),
    "node2vec": Method("walks", "RandomWalks", _WALK, "URL", "Grover and Leskovec, 2016"),
    "DGI": Method("infomax", "DGI", _GCL, "URL", "Veličković et al., 2019"),
    "GMI": Method("infomax", "GMI", _GCL, "URL", "Peng et al., 2020"),
    "MVGRL": Method("views", "MVGRL", _GCL, "URL", "Hassani and Khasahmadi, 2020"),
    "InfoGraph": Method("infograph", "InfoGraph", _GCL, "URL", "Sun et al., 2020"),
    "Graph-MLP": Method("graph_mlp", "GraphMLP", _GCL, "JL", "Hu et al., 2021"),
}
"""Every rival by the paper's name, in the order of Table 1, with the plain MLP in front."""
