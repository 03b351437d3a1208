"""The settings of N2N."""

from dataclasses import dataclass
from functools import partial

from n2n.methods.base import ALL, COUNT, MethodSettings, setting
from n2n.methods.identity import MethodName
from n2n.methods.recipes import RECIPES, in_batches, n2n_recipe

_loss = partial(setting, group="Loss")


@dataclass(frozen=True)
class Settings(MethodSettings):
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
        ("JL", "URL", "PT&FT"),
    )
    aggregator: str = setting(
        "mean",
        "Aggregator",
        "How several positives become one neighbourhood representation.",
        ("mean", "max", "sum"),
        group="Positives",
    )
    include_self: bool = setting(
        False,
        "Include the node in its own mean",
        "Add the node itself to its positives where there is more than one.",
        group="Positives",
    )
    alpha: float = setting(
        0.9,
        "Weight of InfoNCE",
        "Joint learning minimises (1−α)·cross-entropy + α·InfoNCE; 0 is a plain MLP.",
        (0, 1),
        "α",
        at_fork=True,
    )
    tau: float = setting(
        5.0,
        "Temperature",
        "Divides the similarities in InfoNCE: with small values only close nodes count.",
        (0.01, 1000),
        "τ",
        at_fork=True,
    )
    similarity: str = _loss(
        "cosine",
        "Similarity",
        "Cosine as in the paper's text, or the raw dot product as in the released code.",
        ("cosine", "dot"),
    )
    estimator: str = _loss(
        "auto",
        "InfoNCE denominators",
        "How the sum over all nodes is computed: exactly, or from a sample; in mini-batches the batch is the "
        "sample.",
        ("auto", "exact", "sampled"),
    )
    samples: int = _loss(
        0,
        "Sampled nodes",
        "Nodes drawn in each epoch where the denominators are sampled; 0 chooses by τ and similarity.",
        (0, 100_000),
        "M",
    )
    loss_on_logits: bool = _loss(
        False, "InfoNCE on the output too", "Without labels, also put InfoNCE on a class-sized output layer."
    )
    depth: int = setting(
        1, "Hidden layers", "Number of hidden layers of the encoder.", (1, 8), "L", group="Encoder"
    )
    bias: bool = setting(False, "Bias", "Whether the encoder's layers add a bias.", group="Encoder")
    finetune_epochs: int = setting(
        200,
        "Fine-tuning epochs",
        "Epochs of the second stage of PT&FT.",
        COUNT,
        group="Optimiser",
        at_fork=True,
    )
    watch_theorem: bool = setting(
        False,
        "Watch Theorem 1",
        "Record feature smoothness δ_f, the cosine of positive pairs and the bound on "
        "the mutual information at every evaluation.",
        group="Record",
    )
    batch_size: int = setting(
        0,
        "Batch size",
        "Nodes per training step, each the negative of the others; 0 takes all nodes at once. With 1,024, "
        "a quarter of the epochs is usually enough.",
        (0, 1_000_000),
        "B",
        group="Optimiser",
    )
    gather_across_ranks: bool = _loss(
        True,
        "Negatives from all processes",
        "Where several processes train one model (torchrun), the negatives are the batches of all of them.",
    )

    recipes = RECIPES

    @property
    def identity(self) -> MethodName:
        """N2N with its positives and framework; "MLP" is the baseline, not N2N without InfoNCE."""
        variant = "without InfoNCE" if self.framework == "JL" and self.alpha == 0 else ""
        return MethodName("N2N", self.framework, "" if self.k == ALL else self.sampler, self.k, variant)

    def changeable(self, stage: str) -> tuple[str, ...]:
        """Fine-tuning has neither positives nor a temperature; α belongs to joint learning.

        >>> "tau" in Settings().changeable("joint"), "tau" in Settings().changeable("fine-tune")
        (True, False)
        """
        idle = {"finetune_epochs"} if self.framework != "PT&FT" else set()
        idle |= {"alpha"} if self.framework != "JL" else set()
        idle |= {"k", "sampler", "sampling_seed", "tau"} if stage == "fine-tune" else set()
        return tuple(name for name in super().changeable(stage) if name not in idle)

    @property
    def total_epochs(self) -> int:
        """Epochs of both stages where there are two.

        >>> Settings(framework="PT&FT", epochs=100, finetune_epochs=50).total_epochs
        150
        """
        return self.epochs + (self.finetune_epochs if self.framework == "PT&FT" else 0)

    @property
    def tags(self) -> list[str]:
        """The framework and the positives.

        >>> Settings(k=3, sampler="random").tags
        ['JL', 'k = 3', 'random']
        """
        random = self.sampler == "random" and self.k != ALL
        return [self.framework, f"k = {self.k}", *(["random"] if random else [])]

    @classmethod
    def for_dataset(
        cls,
        name: str,
        framework: str = "JL",
        k: int | str = 1,
        *,
        sampler: str = "taps",
        recipe: str | None = None,
        batch_size: int = 0,
    ) -> "Settings":
        """Settings for a dataset, from one of `recipes`; None takes the best known on validation nodes.

        With a batch size there are many training steps in an epoch, so there are fewer epochs. A graph that
        the paper does not use gets what the tuned recipes have in common, or Cora's values of the recipe.

        >>> Settings.for_dataset("physics", recipe="text").tau
        30.0
        >>> Settings.for_dataset("cora", "URL", k="all", recipe="released").similarity
        'dot'
        """
        values, _ = n2n_recipe(name, framework, k, recipe)
        settings = cls(framework=framework, k=k, sampler=sampler).replace(**values)
        if not batch_size:
            return settings
        return settings.replace(batch_size=batch_size, **in_batches(values))

    def as_recipe(self, dataset: str, recipe: str | None = None) -> "Settings":
        """The settings of the same framework and positives by a recipe."""
        return self.for_dataset(
            dataset, self.framework, self.k, sampler=self.sampler, recipe=recipe, batch_size=self.batch_size
        )

    def note(self, dataset: str, recipe: str | None = None) -> str:
        """Which recipe it is, what differs from the paper, and on what evidence.

        >>> Settings().note("cora", "text")
        "Settings as in the paper's text for Cora."
        """
        return n2n_recipe(dataset, self.framework, self.k, recipe)[1]
