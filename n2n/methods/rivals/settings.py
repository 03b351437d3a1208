"""Every setting of a rival method, declared once, in the same way as those of N2N."""

from dataclasses import dataclass

from n2n.methods.base import MethodSettings, common
from n2n.methods.identity import MethodName
from n2n.methods.rivals.catalogue import Rival, find_rival, rivals
from n2n.methods.rivals.recipes import recipe_note, recipe_values
from n2n.methods.spec import ALL, setting

OWN = "as chosen for the method"
"""The recipe of a rival; N2N has three of them."""
# What every rival reads; random walks know no dropout, but take its setting without harm.
_EVERY_RIVAL = {"method", *MethodSettings.specs()} - {"k", "sampler", "sampling_seed"}


@dataclass(frozen=True)
class RivalSettings(MethodSettings):
    """Settings of one run of a rival; `n2n.train(graph, settings)` needs nothing else.

    A setting that a method does not read, such as the temperature for GCN, changes nothing: its help says
    which methods read it; without such a word all of them do.

    >>> RivalSettings("GraphSAGE-Mean", k=3, sampler="taps").name
    'GraphSAGE-Mean-TAPS-3'
    >>> RivalSettings("GCN", layers=1)
    Traceback (most recent call last):
        ...
    ValueError: layers is 1: expected a whole number from 2 to 8.
    """

    method: str = setting("GCN", "Method", "Which rival learns.", choices=tuple(rivals()))
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
    learning_rate: float = common("learning_rate", 0.01)
    weight_decay: float = common("weight_decay", 5e-4)
    epochs: int = common("epochs", 200)
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
    tau: float = setting(
        1.0,
        "Temperature",
        "Graph-MLP: divides the similarities in the contrast.",
        symbol="τ",
        low=0.01,
        high=1000,
        group="Method details",
    )
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
    evaluate_every: int = common("evaluate_every", 5)

    recipes = (OWN,)
    always_given = ("method",)

    @property
    def identity(self) -> MethodName:
        """The method; with its sampled neighbours where it can sample and does."""
        if self.k == ALL or not self.rival.samples_neighbours:
            return MethodName(self.method)
        return MethodName(self.method, sampler=self.sampler, k=self.k)

    @property
    def rival(self) -> Rival:
        """What is known of the method."""
        return rivals()[self.method]

    @property
    def framework(self) -> str:
        """ "supervised", "URL" or "JL"."""
        return self.rival.framework

    @property
    def relevant(self) -> tuple[str, ...]:
        """What every rival reads, and what this one reads in addition.

        >>> "heads" in RivalSettings("GAT").relevant, "heads" in RivalSettings("GCN").relevant
        (True, False)
        """
        return tuple(name for name in self.specs() if name in _EVERY_RIVAL or name in self.rival.reads)

    @property
    def tags(self) -> list[str]:
        """The name and the framework.

        >>> RivalSettings("GCN").tags
        ['GCN', 'supervised']
        """
        return [self.name, self.framework]

    @classmethod
    def for_dataset(cls, name: str, method: str, **changes) -> "RivalSettings":
        """Settings of a method for a dataset; `n2n.methods.rivals.recipes` tells where they come from.

        >>> RivalSettings.for_dataset("physics", "GCN").dropout
        0.5
        >>> RivalSettings.for_dataset("cora", "GraphSAGE-Mean", k=2, sampler="taps").name
        'GraphSAGE-Mean-TAPS-2'
        """
        return cls(find_rival(method).name).replace(**(recipe_values(name, method) | changes))

    def as_recipe(self, dataset: str, recipe: str | None = None) -> "RivalSettings":
        """The method's own values; a rival has no other recipe."""
        return self.for_dataset(dataset, self.method, k=self.k, sampler=self.sampler)

    def note(self, dataset: str, recipe: str | None = None) -> str:
        """Where the values come from."""
        return recipe_note(dataset, self.method)
