"""Every setting of a training run, declared once.

Each field carries its symbol, its range and one line of help. Widgets, URL parameters, cache keys and the
command line are made from these declarations, so that a new setting is written in this file only.
"""

from dataclasses import dataclass
from typing import Any

from n2n.methods.spec import ALL, Declared, Spec, setting

STAGES = {
    "JL": ("joint",),
    "URL": ("pretext",),
    "PT&FT": ("pretext", "fine-tune"),
    "supervised": ("supervised",),
}
"""The stages of a run in each framework; rivals that learn from labels alone are supervised."""


@dataclass(frozen=True)
class Settings(Declared):
    """Settings of one training run; `n2n.train(graph, settings)` needs nothing else.

    >>> s = Settings(k=3, tau=2.0)
    >>> s.replace(k="all").name
    'N2N (JL)'
    >>> Settings(tau=-1)
    Traceback (most recent call last):
        ...
    ValueError: tau is -1: expected a number from 0.01 to 1000.
    """

    framework: str = setting(
        "JL",
        "Framework",
        "Joint learning, unsupervised learning with a linear probe, or pre-training and fine-tuning.",
        choices=("JL", "URL", "PT&FT"),
    )
    sampler: str = setting(
        "taps",
        "Positive sampling",
        "Neighbours of largest dependency (TAPS), or drawn at random.",
        choices=("taps", "random"),
    )
    k: int | str = setting(
        1,
        "Positives per node",
        "How many neighbours stand for the neighbourhood; 'all' takes every one.",
        symbol="k",
        low=1,
        high=1000,
        or_all=True,
    )
    aggregator: str = setting(
        "mean",
        "Aggregator",
        "How several positives become one neighbourhood representation.",
        choices=("mean", "max", "sum"),
        group="Positives",
    )
    include_self: bool = setting(
        False,
        "Node is part of its own mean",
        "Add the node itself to its positives where there is more than one.",
        group="Positives",
    )
    sampling_seed: int = setting(
        0,
        "Seed of random positives",
        "Which neighbours random sampling draws.",
        low=0,
        high=2**31 - 1,
        group="Positives",
    )
    alpha: float = setting(
        0.9,
        "Weight of InfoNCE",
        "Joint learning minimises (1−α)·cross-entropy + α·InfoNCE; 0 is a plain MLP.",
        symbol="α",
        low=0,
        high=1,
    )
    tau: float = setting(
        5.0,
        "Temperature",
        "Divides the similarities in InfoNCE: small values look at close nodes only.",
        symbol="τ",
        low=0.01,
        high=1000,
    )
    similarity: str = setting(
        "cosine",
        "Similarity",
        "Cosine as the paper writes it, or the raw dot product as its released code does.",
        choices=("cosine", "dot"),
        group="Loss",
    )
    estimator: str = setting(
        "auto",
        "Denominators",
        "How the sum over all nodes is found: exactly, by a series, from a sample.",
        choices=("auto", "exact", "series", "sampled"),
        group="Loss",
    )
    samples: int = setting(
        0,
        "Sampled nodes",
        "Nodes drawn in each epoch where the denominators are sampled; 0 chooses by τ and similarity.",
        symbol="M",
        low=0,
        high=100_000,
        group="Loss",
    )
    loss_on_logits: bool = setting(
        False,
        "InfoNCE on the output too",
        "Without labels, also put InfoNCE on a class-sized output layer.",
        group="Loss",
    )
    width: int = setting(
        512, "Width", "Length of a node's representation.", symbol="D", low=1, high=8192, group="Encoder"
    )
    depth: int = setting(
        1,
        "Hidden layers",
        "Number of hidden layers of the encoder.",
        symbol="L",
        low=1,
        high=8,
        group="Encoder",
    )
    dropout: float = setting(
        0.6,
        "Dropout",
        "Share of inputs that is set to zero in each training step.",
        low=0,
        high=0.99,
        group="Encoder",
    )
    bias: bool = setting(False, "Bias", "Whether the encoder's layers add a bias.", group="Encoder")
    learning_rate: float = setting(
        0.001, "Learning rate", "Step size of Adam.", symbol="η", low=1e-6, high=1, group="Optimiser"
    )
    weight_decay: float = setting(
        0.0, "L2 penalty", "Pulls all weights towards zero.", symbol="λ", low=0, high=1, group="Optimiser"
    )
    epochs: int = setting(1000, "Epochs", "Training steps; each sees all nodes once.", low=1, high=100_000)
    finetune_epochs: int = setting(
        200,
        "Fine-tuning epochs",
        "Epochs of the second stage of PT&FT.",
        low=1,
        high=100_000,
        group="Optimiser",
    )
    patience: int = setting(
        0,
        "Patience",
        "Stop when validation has not improved for so many epochs; 0 never stops early.",
        low=0,
        high=100_000,
        group="Optimiser",
    )
    evaluate_every: int = setting(
        10,
        "Evaluate every",
        "Epochs between two evaluations.",
        low=1,
        high=100_000,
        group="Record",
    )
    watch_theorem: bool = setting(
        False,
        "Watch Theorem 1",
        "Record feature smoothness δ_f, the cosine of positive pairs and the bound on "
        "the mutual information at every evaluation.",
        group="Record",
    )
    snapshots: int = setting(
        0,
        "Snapshots",
        "How many embeddings to keep along the way, for the animation.",
        low=0,
        high=50,
        group="Record",
    )
    split: str = setting(
        "paper",
        "Split",
        "Which nodes are for training, validation and test.",
        choices=("paper", "public", "random"),
        group="Data",
    )
    split_seed: int = setting(
        0, "Seed of the split", "Which nodes a drawn split takes.", low=0, high=2**31 - 1, group="Data"
    )
    seed: int = setting(
        0, "Seed", "Start of all random numbers of the training.", low=0, high=2**31 - 1, group="Data"
    )
    device: str = setting(
        "auto",
        "Device",
        "Where to compute; auto takes a GPU where there is one.",
        choices=("auto", "cpu", "cuda"),
        group="Data",
    )

    @property
    def name(self) -> str:
        """The paper's name of this method, such as N2N-TAPS-1 (JL)."""
        if self.framework == "JL" and self.alpha == 0:
            return "MLP"
        sampled = {"taps": f"-TAPS-{self.k}", "random": f"-Random-{self.k}"}[self.sampler]
        return f"N2N{'' if self.k == ALL else sampled} ({self.framework})"

    @classmethod
    def for_dataset(cls, name: str, framework: str = "JL", k: int | str = 1, **choices) -> "Settings":
        """Settings for a dataset; `n2n.methods.n2n.recipes` tells where they come from."""
        from n2n.methods.n2n.recipes import settings_for

        return settings_for(name, framework, k, **choices)


def specs() -> dict[str, Spec]:
    """The declaration of every setting by its name.

    >>> specs()["tau"].symbol
    'τ'
    """
    return Settings.specs()


def settings_from(values: dict[str, Any]) -> Declared:
    """Settings of N2N or of a rival from what their `to_dict` gave.

    >>> settings_from({"tau": 2.0}).name, settings_from({"method": "GCN"}).name
    ('N2N-TAPS-1 (JL)', 'GCN')
    """
    if "method" not in values:
        return Settings.from_dict(values)
    from n2n.methods.rivals.settings import RivalSettings

    return RivalSettings.from_dict(values)
