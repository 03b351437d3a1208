"""One training step of N2N, and what the model says about all nodes.

`N2NModel` holds what lives on the device: features, positives, encoder, classifier, optimiser and random
numbers. It knows nothing of epochs, records or stopping; that is `n2n.training`.
"""

from functools import cached_property
from typing import Any

import scipy.sparse as sp
import torch
import torch.nn.functional as F

from n2n.compute.sparse import SparseRows, dense_or_sparse
from n2n.graph import Graph
from n2n.methods.aggregation import Neighbourhood
from n2n.methods.device import choose_device, new_adam
from n2n.methods.evaluation import Nodes
from n2n.methods.interface import Losses, Model
from n2n.methods.n2n.encoder import Classifier, Encoder
from n2n.methods.n2n.info_nce import (
    choose_estimator,
    info_nce,
    info_nce_with_rows,
    mutual_information_bound,
)
from n2n.methods.n2n.settings import Settings
from n2n.methods.probes import probe
from n2n.taps.ranking import Ranking
from n2n.taps.samplers import choose_positives


class N2NModel(Model):
    """Encoder, classifier and optimiser of one run, with the graph's data on their device.

    >>> import n2n
    >>> model = N2NModel(n2n.load("karate"), Settings(width=8, epochs=1))
    >>> model.step("joint").total.ndim
    0
    """

    def __init__(self, graph: Graph, settings: Settings, ranking: Ranking | None = None):
        self._start(graph, settings)
        self.x = dense_or_sparse(graph.x, self.device)
        chosen = choose_positives(graph, settings.sampler, settings.k, settings.sampling_seed, ranking)
        self.neighbourhood = Neighbourhood(
            chosen.indptr, chosen.indices, graph.num_nodes, settings.aggregator, self.with_self, self.device
        )

    def _start(self, graph: Graph, settings: Settings) -> None:
        """Everything but features and positives."""
        if graph.num_features == 0:
            raise ValueError(
                f"Graph {graph.name!r} has no features, so there is nothing to encode: add some first."
            )
        if settings.framework != "URL" and not graph.has_labels:
            raise ValueError(
                f"Graph {graph.name!r} has no labels, which {settings.framework} needs: choose 'URL'."
            )
        self.graph, self.settings = graph, settings
        self.device = choose_device(settings.device)
        self.estimator, self.reason = choose_estimator(
            graph.num_nodes, settings.estimator, settings.batch_size > 0
        )
        self.nodes = Nodes.of(graph, settings, self.device)
        # The released code adds the node itself only where there is something to average.
        self.with_self = settings.include_self and settings.k != 1
        self.generator = torch.Generator(self.device).manual_seed(settings.seed)
        self.encoder = Encoder(
            graph.num_features, settings.width, settings.depth, settings.dropout, settings.bias
        ).to(self.device)
        self.encoder.reset(self.generator)
        self.classifier = Classifier(settings.width, max(graph.num_classes, 1), settings.dropout).to(
            self.device
        )
        self.classifier.reset(self.generator)
        self.optimiser: torch.optim.Optimizer = new_adam(self.parameters(), settings)
        self._loss: dict[str, Any] = {
            "tau": settings.tau,
            "similarity": settings.similarity,
            "estimator": self.estimator,
            "samples": settings.samples,
            "generator": self.generator,
        }

    def begin_stage(self, stage: str) -> None:
        """Adam forgets what it saw in the stage before."""
        self.optimiser = new_adam(self.parameters(), self.settings)

    def parameters(self) -> list[torch.nn.Parameter]:
        """All weights, encoder first."""
        return [*self.encoder.parameters(), *self.classifier.parameters()]

    def facts(self) -> dict[str, str]:
        """What to record about this model in addition to its settings."""
        return {"estimator": self.estimator, "estimator_reason": self.reason}

    def train_mode(self, on: bool) -> None:
        """Dropout on or off."""
        self.encoder.train(on)
        self.classifier.train(on)

    def step(self, stage: str) -> Losses:
        """One step of the optimiser on all nodes: "joint", "pretext" or "fine-tune"."""
        self.train_mode(True)
        self.optimiser.zero_grad(set_to_none=True)
        losses = self.losses(stage)
        losses.total.backward()
        self.optimiser.step()
        return losses

    def losses(self, stage: str) -> Losses:
        """(1−α)·ℒ_CE + α·ℒ_InfoNCE for "joint", ℒ_InfoNCE for "pretext", ℒ_CE for "fine-tune"."""
        s = self.settings
        h = self.encoder(self.x, self.generator)
        if stage == "pretext":
            info = self.info_nce(h)
            if s.loss_on_logits:
                info = info + self.info_nce(self.classifier(h, generator=self.generator))
            return Losses(info, info.detach(), None)
        train, info = self.labelled.train, None
        if stage == "fine-tune" or s.alpha == 0:
            logits = self.classifier(h, rows=train, generator=self.generator)
        else:
            info, h_train = info_nce_with_rows(h, self.neighbourhood, train, **self._loss)
            logits = self.classifier(h_train, generator=self.generator)
        entropy = F.cross_entropy(logits, self.labelled.y[train])
        if info is None:
            return Losses(entropy, None, entropy.detach())
        return Losses((1 - s.alpha) * entropy + s.alpha * info, info.detach(), entropy.detach())

    def info_nce(self, h: torch.Tensor) -> torch.Tensor:
        """ℒ_InfoNCE of representations under this run's settings."""
        return info_nce(h, self.neighbourhood, **self._loss)

    @torch.no_grad()
    def embed(self) -> torch.Tensor:
        self.train_mode(False)
        return self.encoder(self.x)

    def predict(self, h: torch.Tensor, stage: str) -> torch.Tensor:
        """(N,) predicted classes: of the trained classifier, or of a linear probe after the pretext task."""
        if stage == "pretext":
            s = self.settings
            return probe(h, self.labelled, self.graph.num_classes, s.probe, s.seed).argmax(1)
        with torch.no_grad():
            self.train_mode(False)
            return self.classifier(h).argmax(1)

    @torch.no_grad()
    def theorem(self, h: torch.Tensor) -> dict[str, float]:
        """δ_f, the mean cosine of positive pairs and the bound on the mutual information, of an embedding."""
        difference = self._laplacian.product(h)
        state = self.generator.get_state()  # an evaluation must not change the random numbers of the training
        loss = self.info_nce(h)
        self.generator.set_state(state)
        return {
            "feature_smoothness": float(
                difference.square().sum(dtype=torch.float64) / max(self.graph.num_edges * h.shape[1], 1)
            ),
            "positive_cosine": float(F.cosine_similarity(self.neighbourhood(h), h, dim=1).mean()),
            "information": mutual_information_bound(float(loss), self.graph.num_nodes),
        }

    @cached_property
    def _laplacian(self) -> SparseRows:
        """D − A: its product with h is what Eq. 4 squares."""
        degree = sp.diags_array(self.graph.degree.astype("float32"))
        return SparseRows.from_scipy(degree - self.graph.adjacency(), self.device)
