"""The settings of the baselines."""

from dataclasses import dataclass
from functools import partial

from n2n.methods.base import ALL, COUNT, SHARE, MethodSettings, common, setting
from n2n.methods.identity import MethodName
from n2n.methods.recipes import Baseline, baselines, find_baseline

OWN = "default of the method"
"""The recipe of a baseline; N2N has three of them."""
# What every baseline reads; random walks know no dropout, but take its setting without harm.
_EVERY_BASELINE = {"method", *MethodSettings.specs()} - {"k", "sampler", "sampling_seed", "probe"}
_encoder, _detail = (partial(setting, group=group) for group in ("Encoder", "Method details"))


@dataclass(frozen=True)
class BaselineSettings(MethodSettings):
    """Settings of one run of a baseline; `n2n.train(graph, settings)` needs nothing else.

    A setting that a method does not read, such as the temperature for GCN, changes nothing: its help says
    which methods read it; without such a word all of them do.

    >>> BaselineSettings("GraphSAGE-Mean", k=3, sampler="taps").name
    'GraphSAGE-Mean-TAPS-3'
    >>> BaselineSettings("GCN", layers=1)
    Traceback (most recent call last):
        ...
    ValueError: layers is 1: expected a whole number from 2 to 8.
    """

    method: str = setting("GCN", "Method", "Which baseline learns.", tuple(baselines()))
    k: int | str = common(
        "k",
        ALL,
        label="Neighbours per node",
        help="GraphSAGE: how many neighbours a node averages over; 'all' takes every one.",
    )
    sampler: str = common(
        "sampler",
        "random",
        label="Neighbour sampling",
        help="GraphSAGE: neighbours drawn again in every epoch, or those of largest dependency (TAPS).",
    )
    layers: int = _encoder(2, "Layers", "Layers of weights: hidden ones and the classifier.", (2, 8), "L")
    depth: int = _encoder(
        2,
        "Convolutions",
        "GRACE, BGRL, CCA-SSG, GraphACL, SimMLP and GCN-tuned: graph convolutions.",
        (1, 8),
    )
    norm: str = _encoder(
        "none",
        "Normalisation",
        "GCN-tuned and PNA: the normalisation after a layer.",
        ("none", "layer", "batch"),
    )
    residual: bool = _encoder(False, "Residual", "GCN-tuned: whether a layer also sees its input directly.")
    heads: int = _encoder(8, "Attention heads", "GAT: heads that share the width.", (1, 64))
    learning_rate: float = common("learning_rate", 0.01)
    weight_decay: float = common("weight_decay", 5e-4)
    epochs: int = common("epochs", 200)
    samples: int = _detail(
        400,
        "Sampled nodes",
        "FastGCN: nodes that a layer samples; Graph-MLP, GRACE and GraphACL: nodes to contrast in an epoch.",
        COUNT,
        "M",
    )
    batch: int = _detail(1024, "Batch", "FastGCN: training nodes of one step.", (1, 1_000_000))
    alpha: float = _detail(
        1.0,
        "Weight of the contrastive loss",
        "Graph-MLP: minimises cross-entropy + α·contrastive loss.",
        (0, 1000),
        "α",
        at_fork=True,
    )
    tau: float = _detail(
        1.0,
        "Temperature",
        "Graph-MLP, GRACE and GraphACL: divides the similarities in the contrastive loss.",
        (0.01, 1000),
        "τ",
        at_fork=True,
    )
    hops: int = _detail(2, "Hops", "SGC and Graph-MLP: power of the adjacency matrix.", (1, 8), "r")
    diffusion: float = _detail(
        0.2, "Restart probability", "MVGRL: of the PageRank of the second view.", (0.01, 0.99)
    )
    drop_edges: float = _detail(
        0.2, "Dropped edges", "GRACE, BGRL, CCA-SSG and SimMLP: share dropped from a view.", SHARE
    )
    drop_edges_2: float = _detail(
        0.2, "Dropped edges, second view", "GRACE and BGRL: share dropped from the second view.", SHARE
    )
    drop_features: float = _detail(
        0.2, "Dropped features", "GRACE, BGRL, CCA-SSG and SimMLP: share dropped from a view.", SHARE
    )
    drop_features_2: float = _detail(
        0.2, "Dropped features, second view", "GRACE and BGRL: share dropped from the second view.", SHARE
    )
    momentum: float = _detail(
        0.99, "Momentum", "BGRL and GraphACL: how much of itself the slow encoder keeps in a step.", (0, 1)
    )
    decorrelation: float = _detail(
        0.001, "Decorrelation", "CCA-SSG: weight of the penalty on correlated columns.", (0, 10), "λ"
    )
    reconstruction: float = _detail(
        10.0, "Reconstruction", "SimMLP: weight of reconstructing the features.", (0, 1000)
    )
    walk_length: int = _detail(40, "Walk length", "Random walks: nodes of a walk.", (2, 1000))
    window: int = _detail(
        5, "Window", "Random walks: how far apart on a walk two nodes may be to count as close.", (1, 50)
    )
    negatives: int = _detail(5, "Negatives", "Random walks: drawn nodes for each close pair.", (1, 50))
    p: float = _detail(
        1.0, "Return weight", "node2vec: large values keep a walk from going back.", (0.01, 100), "p"
    )
    q: float = _detail(
        1.0, "Outward weight", "node2vec: large values keep a walk near its start.", (0.01, 100), "q"
    )
    evaluate_every: int = common("evaluate_every", 5)

    recipes = (OWN,)

    @property
    def identity(self) -> MethodName:
        """The method; with its sampled neighbours where it can sample and does."""
        if self.k == ALL or "sampler" not in self.baseline.reads:
            return MethodName(self.method)
        return MethodName(self.method, sampler=self.sampler, k=self.k)

    @property
    def baseline(self) -> Baseline:
        """What is known of the method."""
        return baselines()[self.method]

    @property
    def framework(self) -> str:
        return self.baseline.framework

    @property
    def stages(self) -> tuple[str, ...]:
        """Those of the method, or of its framework.

        >>> BaselineSettings("GLNN").stages, BaselineSettings("GCN").stages
        (('teacher', 'student'), ('supervised',))
        """
        return tuple(self.baseline.stages) or super().stages

    @property
    def total_epochs(self) -> int:
        """Every stage has all epochs."""
        return self.epochs * len(self.stages)

    @property
    def reach(self) -> int | str | None:
        """Hops around a new node that its prediction reads.

        >>> [BaselineSettings(method).reach for method in ("GLNN", "GCN", "MVGRL", "DeepWalk")]
        [0, 2, 'all', None]
        """
        reach = self.baseline.reach
        return getattr(self, reach) if isinstance(reach, str) and reach != ALL else reach

    @property
    def relevant(self) -> tuple[str, ...]:
        """What every baseline reads, and what this one reads in addition.

        >>> "heads" in BaselineSettings("GAT").relevant, "heads" in BaselineSettings("GCN").relevant
        (True, False)
        """
        probe = {"probe"} if self.framework == "URL" else set()
        return tuple(
            name for name in self.specs() if name in {*_EVERY_BASELINE, *self.baseline.reads, *probe}
        )

    @property
    def tags(self) -> list[str]:
        """The name and the framework.

        >>> BaselineSettings("GCN").tags
        ['GCN', 'supervised']
        """
        return [self.name, self.framework]

    @classmethod
    def for_dataset(cls, name: str, method: str, **changes) -> "BaselineSettings":
        """Settings of a method for a dataset; `note` says where they come from.

        >>> BaselineSettings.for_dataset("physics", "GCN").dropout
        0.5
        >>> BaselineSettings.for_dataset("cora", "GraphSAGE-Mean", k=2, sampler="taps").name
        'GraphSAGE-Mean-TAPS-2'
        """
        values = find_baseline(method).recipe(name) | changes
        return cls(method).replace(**values)

    def as_recipe(self, dataset: str, recipe: str | None = None) -> "BaselineSettings":
        """The method's own values; a baseline has no other recipe."""
        return self.for_dataset(dataset, self.method, k=self.k, sampler=self.sampler)

    def note(self, dataset: str, recipe: str | None = None) -> str:
        return self.baseline.note(dataset)
