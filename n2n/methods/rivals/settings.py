"""Every setting of a rival method, declared once, in the same way as those of N2N."""

from dataclasses import dataclass

from n2n.methods.n2n.settings import Settings
from n2n.methods.rivals.methods import METHODS
from n2n.methods.spec import ALL, Declared, setting


def _shared(name: str, default):
    """A setting that N2N has too, with the same words and range."""
    spec = Settings.specs()[name]
    facts = {key: getattr(spec, key) for key in ("symbol", "low", "high", "choices", "or_all", "group")}
    return setting(default, spec.label, spec.help, **facts)


@dataclass(frozen=True)
class RivalSettings(Declared):
    """Settings of one run of a rival; `n2n.train(graph, settings)` needs nothing else.

    A setting that a method does not know, such as the temperature for GCN, changes nothing there: its help
    says which methods read it, and where it says nothing, all do.

    >>> RivalSettings("GraphSAGE-Mean", k=3, sampler="taps").name
    'GraphSAGE-Mean-TAPS-3'
    >>> RivalSettings("GCN", layers=1)
    Traceback (most recent call last):
        ...
    ValueError: layers is 1: expected a whole number from 2 to 8.
    """

    method: str = setting("GCN", "Method", "Which rival learns.", choices=tuple(METHODS))
    k: int | str = setting(
        ALL,
        "Neighbours per node",
        "GraphSAGE: how many neighbours a node averages over; 'all' takes every one.",
        symbol="k",
        low=1,
        high=1000,
        or_all=True,
    )
    sampler: str = setting(
        "random",
        "Neighbour sampling",
        "GraphSAGE: neighbours drawn anew in every epoch, or those of largest dependency (TAPS).",
        choices=("taps", "random"),
    )
    sampling_seed: int = _shared("sampling_seed", 0)
    width: int = _shared("width", 512)
    layers: int = setting(
        2,
        "Layers",
        "Layers of weights: hidden ones and the classifier.",
        symbol="L",
        low=2,
        high=8,
        group="Encoder",
    )
    heads: int = setting(
        8, "Attention heads", "GAT: heads that share the width.", low=1, high=64, group="Encoder"
    )
    dropout: float = _shared("dropout", 0.6)
    learning_rate: float = _shared("learning_rate", 0.01)
    weight_decay: float = _shared("weight_decay", 5e-4)
    epochs: int = _shared("epochs", 200)
    patience: int = _shared("patience", 0)
    samples: int = setting(
        400,
        "Sampled nodes",
        "FastGCN: nodes that a layer samples; Graph-MLP: nodes that are contrasted in an epoch.",
        symbol="M",
        low=1,
        high=100_000,
        group="Method details",
    )
    batch: int = setting(
        1024, "Batch", "FastGCN: training nodes of one step.", low=1, high=1_000_000, group="Method details"
    )
    alpha: float = setting(
        1.0,
        "Weight of the contrast",
        "Graph-MLP: minimises cross-entropy + α·contrast.",
        symbol="α",
        low=0,
        high=1000,
        group="Method details",
    )
    tau: float = _shared("tau", 1.0)
    hops: int = setting(
        2,
        "Hops",
        "SGC and Graph-MLP: power of the adjacency matrix.",
        symbol="r",
        low=1,
        high=8,
        group="Method details",
    )
    diffusion: float = setting(
        0.2,
        "Chance to return",
        "MVGRL: restart probability of the PageRank that makes the second view.",
        low=0.01,
        high=0.99,
        group="Method details",
    )
    walk_length: int = setting(
        40, "Length of a walk", "Random walks: nodes of a walk.", low=2, high=1000, group="Method details"
    )
    window: int = setting(
        5,
        "Window",
        "Random walks: how far apart on a walk two nodes may be to count as close.",
        low=1,
        high=50,
        group="Method details",
    )
    negatives: int = setting(
        5,
        "Negatives",
        "Random walks: drawn nodes for each close pair.",
        low=1,
        high=50,
        group="Method details",
    )
    p: float = setting(
        1.0,
        "Return weight",
        "node2vec: large values keep a walk from going back.",
        symbol="p",
        low=0.01,
        high=100,
        group="Method details",
    )
    q: float = setting(
        1.0,
        "Outward weight",
        "node2vec: large values keep a walk near its start.",
        symbol="q",
        low=0.01,
        high=100,
        group="Method details",
    )
    evaluate_every: int = _shared("evaluate_every", 5)
    snapshots: int = _shared("snapshots", 0)
    split: str = _shared("split", "paper")
    split_seed: int = _shared("split_seed", 0)
    seed: int = _shared("seed", 0)

    watch_theorem = False  # the theorem is about N2N; `Trainer` asks

    @property
    def name(self) -> str:
        """The name of the method, for GraphSAGE with its sampled neighbours."""
        if self.method != "GraphSAGE-Mean" or self.k == ALL:
            return self.method
        return f"{self.method}-{'TAPS' if self.sampler == 'taps' else 'Random'}-{self.k}"

    @property
    def framework(self) -> str:
        """ "supervised", "URL" or "JL"."""
        return METHODS[self.method].framework

    @classmethod
    def for_dataset(cls, name: str, method: str, **changes) -> "RivalSettings":
        """Settings for a dataset: see `n2n.methods.rivals.recipes`, which also tells where they come from."""
        from n2n.methods.rivals.recipes import rival_settings

        return rival_settings(name, method, **changes)
