"""N2N: an MLP encoder that learns from InfoNCE between nodes and their neighbourhoods.

    joint       (1−α)·ℒ_CE + α·ℒ_InfoNCE
    pretext     ℒ_InfoNCE
    fine-tune   ℒ_CE

A step takes a `Batch`: all nodes at once, or some of them with the features of their positives and of some
training nodes, so that only these rows are ever in memory. In a batch of B nodes the others stand for all
n−1 other nodes, and the node itself counts once:

    log Z_i ≈ log( exp(sim(h_i, h_i)/τ) + (n−1)/(B−1) Σ_{k ∈ batch, k ≠ i} exp(sim(h_k, h_i)/τ) )

Everything random in mini-batches is a function of seed, epoch, step and rank: a run that was stopped in
mid-epoch resumes as if nothing had happened.
"""

from collections.abc import Iterator
from contextlib import closing
from functools import cached_property, partial
from itertools import pairwise
from typing import Any

import numpy as np
import scipy.sparse as sp
import torch
import torch.nn.functional as F

from n2n.compute.sparse import SparseRows, dense_or_sparse
from n2n.graph import Graph
from n2n.methods.layers import Aggregation
from n2n.methods.model import Evaluation, Losses, Model
from n2n.methods.n2n.batches import (
    Batch,
    Batches,
    Features,
    Order,
    entries,
    pair_matrix,
    positive_pairs,
    prefetch,
)
from n2n.methods.n2n.info_nce import (
    choose_estimator,
    info_nce,
    info_nce_with_rows,
    mutual_information_bound,
)
from n2n.methods.n2n.settings import Settings
from n2n.methods.ranks import ALONE, Ranks
from n2n.taps.positives import Positives
from n2n.taps.ranking import Ranking
from n2n.taps.samplers import choose_positives

# Nodes of a block that is embedded in mini-batch training.
BLOCK = 1 << 13
# Where Theorem 1 is watched in mini-batch training, it is watched on a sample of so many nodes.
WATCHED = 2_048


class N2NModel(Model):
    """Encoder, classifier and optimiser of one run, with the graph's data on their device.

    >>> import n2n
    >>> model = N2NModel(n2n.load("karate"), Settings(width=8, epochs=1))
    >>> model.step("joint").total.ndim
    0
    """

    settings: Settings

    def __init__(
        self, graph: Graph, settings: Settings, ranking: Ranking | None = None, ranks: Ranks = ALONE
    ):
        s = settings
        super().__init__(graph, s, ranks)
        self.batched = s.batch_size > 0
        if self.batched and s.batch_size < ranks.size:
            raise ValueError(
                f"batch_size is {s.batch_size}, fewer than the {ranks.size} processes that share a batch: "
                "choose a larger one."
            )
        self.estimator, self.reason = choose_estimator(graph.num_nodes, s.estimator, self.batched)
        # The released code adds the node itself only where there is something to average.
        self.with_self = s.include_self and s.k != 1
        self.encoder = self.linears(pairwise([graph.num_features] + [s.width] * s.depth), s.bias)
        self.classifier = self.linear(s.width, max(graph.num_classes, 1))
        self.optimiser = self.new_optimiser()
        self.positives = None
        if not self.batched or s.framework != "JL" or s.alpha > 0 or s.watch_theorem:
            self.positives = self._choose_positives(ranking)
        self.features = Features(graph.x, self.device) if self.batched else None
        self.epoch = self.position = 0
        """Epochs that are complete, and steps of the epoch that has begun."""
        self._sums = torch.zeros(3, device=self.device)
        self._stage = ""

    def _choose_positives(self, ranking: Ranking | None) -> Positives:
        graph, s, ranks = self.graph, self.settings, self.ranks
        if s.k == "all" and self.batched:  # the graph's own arrays, which may lie on disk
            return Positives(graph.indptr, graph.indices)
        # One rank chooses for all.
        chosen = choose_positives(graph, s.sampler, s.k, s.sampling_seed, ranking) if ranks.first else None
        arrays = (chosen.indptr, chosen.indices) if chosen else (None, None)
        return Positives(*(ranks.broadcast_array(array) for array in arrays))

    def encode(self, x: SparseRows | torch.Tensor) -> torch.Tensor:
        """h = ReLU(… ReLU(x̃ W₁ [+ b₁]) …) of rows of features, x̃ = x with dropout."""
        for layer in self.encoder:
            x = layer(self.drop(x)).relu_()
        assert isinstance(x, torch.Tensor)
        return x

    def logits(self, h: torch.Tensor) -> torch.Tensor:
        return self.classifier(self.drop(h))

    def step(self, stage: str) -> Losses:
        """One epoch: one step on all nodes, or what is left of the epoch's batches.

        The losses of an epoch in batches are means over its steps. They stay on the device.
        """
        self.train()
        if not self.batched:
            return self.descend(lambda: self.losses(self._whole, stage))
        if stage != self._stage:
            self._batches, self._stage = self._batches_of(stage), stage
        steps = self._batches.order.steps
        prepare = partial(self._batches.prepare, self.epoch)
        with closing(prefetch(prepare, range(self.position, steps), self.device)) as batches:
            for batch in batches:
                self._begin_step(stage, steps)
                losses = self.descend(partial(self.losses, batch, stage))
                nothing = torch.zeros_like(losses.total)
                parts = [nothing if part is None else part.detach() for part in losses]
                self._sums += torch.stack(parts)
                self.position += 1
                self.on_step()
        total, info, entropy = self.ranks.sum(self._sums / (steps * self.ranks.size))
        self._sums = torch.zeros(3, device=self.device)
        self.epoch, self.position = self.epoch + 1, 0
        no_info, no_entropy = self._labels_alone(stage), stage == "pretext"
        return Losses(total, None if no_info else info, None if no_entropy else entropy)

    def losses(self, batch: Batch, stage: str) -> Losses:
        """This rank's share of the losses of a batch: their mean over ranks is that of the whole batch."""
        h = self.encode(batch.x)
        if stage == "pretext":
            info, _ = self._info_nce(h, batch)
            if self.settings.loss_on_logits:
                info = info + self._info_nce(self.logits(h), batch)[0]
            return Losses(info, info.detach(), None)
        if self._labels_alone(stage):
            info, training = None, h[batch.train]
        else:
            info, training = self._info_nce(h, batch, batch.train)
        logits = self.logits(training)
        # The mean over all ranks, also where this one has fewer training nodes than others, or none.
        scale = self.ranks.size / batch.total_train
        entropy = F.cross_entropy(logits, batch.labels, reduction="sum") * scale
        if info is None:
            return Losses(entropy, None, entropy.detach())
        alpha = self.settings.alpha
        return Losses((1 - alpha) * entropy + alpha * info, info.detach(), entropy.detach())

    def _info_nce(
        self, h: torch.Tensor, batch: Batch, rows: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, Any]:
        """(ℒ_InfoNCE of the nodes of a batch, h of some rows)."""
        s, ranks, total, weight = self.settings, self.ranks, batch.total, 1.0
        assert batch.aggregation is not None
        if not s.gather_across_ranks:
            # Each rank has a batch of its own, which counts as much as it has nodes.
            weight, ranks, total = ranks.size * batch.size / total, ALONE, batch.size
        loss, chosen = info_nce_with_rows(
            h,
            batch.aggregation,
            *self._kind_of_loss,
            samples=s.samples,
            generator=self.generator,
            nodes=batch.size,
            num_nodes=self.graph.num_nodes if self.batched else None,
            total=total,
            ranks=ranks,
            rows=rows,
        )
        return loss * weight, chosen

    @property
    def _kind_of_loss(self) -> tuple[float, str, str]:
        return self.settings.tau, self.settings.similarity, self.estimator

    def _labels_alone(self, stage: str) -> bool:
        return stage == "fine-tune" or (stage == "joint" and self.settings.alpha == 0)

    @cached_property
    def _whole(self) -> Batch:
        """All nodes as one batch."""
        n, s, device = self.graph.num_nodes, self.settings, self.device
        assert self.positives is not None
        pairs = positive_pairs(self.positives, np.arange(n), self.with_self)
        aggregation = Aggregation(pair_matrix(*pairs, np.arange(n), n, n), s.aggregator, device)
        train = torch.zeros(0, dtype=torch.int64, device=device) if self.nodes is None else self.nodes.train
        labels = train if self.nodes is None else self.nodes.y[train]
        x = dense_or_sparse(self.graph.x, device)
        return Batch(x, n, train, labels, aggregation, n, len(train))

    def _batches_of(self, stage: str) -> Batches:
        """The batches of a stage; one that learns from labels alone goes through the training nodes."""
        s, graph = self.settings, self.graph
        assert self.features is not None
        labels_alone = self._labels_alone(stage)
        train = labels = np.zeros(0, np.int64)
        if stage != "pretext":
            train = graph.split(s.split, s.split_seed).train.astype(np.int64, copy=False)
            labels = np.asarray(graph.y[train], np.int64)
        order = Order(len(train) if labels_alone else graph.num_nodes, s.batch_size, s.seed)
        positives = None if labels_alone else self.positives
        # As many training nodes as nodes. On PubMed, whose training nodes are many, a quarter of them learns
        # more slowly (at a rate of 0.01, 20 epochs: 88.0; as many, 15 epochs: 89.4; one seed).
        shared = self.features, order, self.ranks, positives, train, labels, s.batch_size
        return Batches(*shared, s.aggregator, self.with_self)

    def _begin_step(self, stage: str, steps: int) -> None:
        """Seed dropout, and lower the learning rate: evenly, to zero at the end of a stage.

        Steps of batches are noisy; measurements of the rate are in `n2n.methods.recipes`.
        """
        s = self.settings
        seed = np.random.SeedSequence([s.seed, self.epoch, self.position, self.ranks.rank])
        self.generator.manual_seed(int(seed.generate_state(1, np.uint64)[0] >> np.uint64(1)))
        before, epochs = (s.epochs, s.finetune_epochs) if stage == "fine-tune" else (0, s.epochs)
        self.set_learning_rate(max(1 - (self.epoch - before + self.position / steps) / epochs, 0.0))

    def begin_stage(self, stage: str) -> None:
        """Reset the optimiser; not again where a run resumes within an epoch."""
        if self.position == 0:
            super().begin_stage(stage)

    def extra_state(self) -> dict[str, torch.Tensor]:
        """Where in which epoch the run is, and the sums of the losses of its steps so far, over all ranks."""
        if not self.batched:
            return super().extra_state()
        place = torch.tensor([self.epoch, self.position])
        sums = self.ranks.sum(self._sums.clone()) / self.ranks.size
        return {**super().extra_state(), "place": place, "sums": sums}

    def load_extra_state(self, state: dict[str, torch.Tensor]) -> None:
        super().load_extra_state(state)
        if self.batched:
            self.epoch, self.position = state["place"].tolist()
            self._sums = state["sums"].to(self.device)

    @torch.no_grad()
    def embed(self) -> torch.Tensor:
        if self.batched:
            return torch.cat([h for _, h in self.blocks(np.arange(self.graph.num_nodes))])
        self.eval()
        return self.encode(self._whole.x)

    @torch.no_grad()
    def blocks(self, nodes: np.ndarray) -> Iterator[tuple[np.ndarray, torch.Tensor]]:
        """(nodes, h) of blocks of the given nodes; features are read ahead."""
        self.eval()
        assert self.features is not None
        blocks = [nodes[start : start + BLOCK] for start in range(0, len(nodes), BLOCK)]
        for block, x in zip(blocks, prefetch(self.features.rows, blocks, self.device), strict=True):
            yield block, self.encode(x)

    @torch.no_grad()
    def theorem(self, evaluation: Evaluation) -> dict[str, float]:
        """δ_f, the mean cosine of positive pairs and the bound on the mutual information.

        In mini-batch training they are estimated from a sample of nodes.
        """
        watched, needed, laplacian, aggregation = self._watched
        h = evaluation.rows(needed)
        own = h[: len(watched)]
        s, count = aggregation(h), len(watched)
        # An evaluation must not change the random numbers of the training.
        state = self.generator.get_state()
        draw = {"samples": self.settings.samples, "generator": self.generator}
        loss = float(info_nce(own, s, *self._kind_of_loss, **draw))
        self.generator.set_state(state)
        pairs = max(self.graph.num_edges * h.shape[1], 1) * count / self.graph.num_nodes
        return {
            "feature_smoothness": float((laplacian @ h).square().sum(dtype=torch.float64) / pairs),
            "positive_cosine": float(F.cosine_similarity(s, own, dim=1).mean()),
            "information": mutual_information_bound(loss, count),
        }

    @cached_property
    def _watched(self) -> tuple[np.ndarray, np.ndarray, SparseRows, Aggregation]:
        """Nodes on which Theorem 1 is watched, these and all that they need, rows of D − A, and positives."""
        graph, n = self.graph, self.graph.num_nodes
        assert self.positives is not None
        nodes = np.arange(n)
        if self.batched and n > WATCHED:
            nodes = np.sort(np.random.default_rng(0).choice(n, WATCHED, replace=False))
        owners, near = entries(graph.indptr, graph.indices, nodes)
        positives = positive_pairs(self.positives, nodes, self.with_self)
        needed = np.concatenate([nodes, np.setdiff1d(np.concatenate([near, positives[1]]), nodes)])
        shape = len(nodes), len(needed)
        degree = np.bincount(owners, minlength=len(nodes)).astype(np.float32)
        diagonal = sp.dia_array((degree[None], [0]), shape=shape)
        laplacian = SparseRows.from_scipy(diagonal - pair_matrix(owners, near, needed, *shape), self.device)
        matrix = pair_matrix(*positives, needed, *shape)
        return nodes, needed, laplacian, Aggregation(matrix, self.settings.aggregator, self.device)

    def facts(self) -> dict[str, str]:
        """The estimator of the denominators, and why it was chosen."""
        return {"estimator": self.estimator, "estimator_reason": self.reason}
