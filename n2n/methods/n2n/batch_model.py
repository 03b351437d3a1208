"""N2N in mini-batches: an epoch is a pass over all nodes, and only the rows of a batch are ever in memory.

Everything random is a function of seed, epoch, step and rank: a run that was stopped in mid-epoch resumes as
if nothing had happened, and the order of nodes does not depend on how many processes share the work.
"""

from collections.abc import Callable
from contextlib import closing
from functools import partial

import numpy as np
import torch
from torch.nn.parallel import DistributedDataParallel

from n2n.graph import Graph
from n2n.methods.dropout import Noise
from n2n.methods.interface import Losses
from n2n.methods.n2n.batches import TRAINING_SHARE, Batches, Features, prefetch
from n2n.methods.n2n.model import N2NModel
from n2n.methods.n2n.order import Order
from n2n.methods.n2n.settings import Settings
from n2n.methods.n2n.step import Step
from n2n.methods.n2n.streamed import PROBE_NODES, StreamedLook, stream
from n2n.methods.ranks import ALONE, Ranks
from n2n.taps.positives import Positives
from n2n.taps.ranking import Ranking
from n2n.taps.samplers import choose_positives


class BatchModel(N2NModel):
    """Encoder, classifier and optimiser of a run in mini-batches, on one or several ranks.

    A stage that learns from labels alone, fine-tuning or a plain MLP, goes through the training nodes.

    >>> import n2n
    >>> model = BatchModel(n2n.load("karate"), Settings(width=8, batch_size=10))
    >>> model.step("joint").total.ndim, model.steps_done
    (0, 4)
    """

    def __init__(
        self, graph: Graph, settings: Settings, ranking: Ranking | None = None, ranks: Ranks = ALONE
    ):
        if settings.batch_size < ranks.size:
            raise ValueError(
                f"batch_size is {settings.batch_size}, fewer than the {ranks.size} processes that share a "
                "batch: choose a larger one."
            )
        self.ranks = ranks
        self._start(graph, settings)
        self.features = Features(graph.x, self.device)
        self.positives = None
        if settings.framework != "JL" or settings.alpha > 0 or settings.watch_theorem:
            self.positives = self._choose_positives(ranking)
        self.epoch = self.position = self.steps_done = 0
        """Epochs that are complete, steps of the epoch that has begun, steps of the optimiser in all."""
        self.on_step: Callable[[], None] = lambda: None
        """Called after each step of the optimiser."""
        self._sums = torch.zeros(3, device=self.device)
        self.noise = Noise(self.device)
        self._stage = ""

    def _choose_positives(self, ranking: Ranking | None) -> Positives:
        graph, s, ranks = self.graph, self.settings, self.ranks
        if isinstance(s.k, str):  # the graph's own arrays; a batch gives a node without neighbours itself
            return Positives(graph.indptr, graph.indices)
        if ranks.size == 1:
            return choose_positives(graph, s.sampler, s.k, s.sampling_seed, ranking)
        # One rank chooses for all.
        chosen = choose_positives(graph, s.sampler, s.k, s.sampling_seed, ranking) if ranks.first else None
        arrays = (chosen.indptr, chosen.indices) if chosen else (None, None)
        return Positives(*(ranks.broadcast_array(array) for array in arrays))

    def facts(self) -> dict[str, str]:
        """As for all nodes at once; how many nodes the probe learns from, where it does not take all."""
        facts = super().facts()
        if self.settings.framework == "URL" and self.nodes and len(self.nodes.train) > PROBE_NODES:
            facts["probe"] = f"The linear probe learns from {PROBE_NODES:,} of the training nodes."
        return facts

    def begin_stage(self, stage: str) -> None:
        """Adam forgets what it saw in the stage before; not again where a run resumes within an epoch."""
        if self.position == 0:
            super().begin_stage(stage)

    def step(self, stage: str) -> Losses:
        """What is left of an epoch, which is all of it unless the run resumes in the middle of one.

        The losses are means over the steps. They stay on the device: nothing waits for them.
        """
        self._prepare(stage)
        self.train_mode(True)
        make = partial(self.batches.make, self.epoch)
        with closing(prefetch(make, range(self.position, self.order.steps), device=self.device)) as batches:
            for batch in batches:
                self._seed_step()
                self._lower_rate(stage)
                self.optimiser.zero_grad(set_to_none=True)
                losses = self.module(batch)
                losses.total.backward()
                self.ranks.sent += self._averaged
                self.optimiser.step()
                total, info, entropy = losses
                nothing = torch.zeros_like(total)
                parts = total, nothing if info is None else info, nothing if entropy is None else entropy
                self._sums += torch.stack(parts).detach()
                self.position += 1
                self.steps_done += 1
                self.on_step()
        means = self.ranks.sum(self._sums / (self.order.steps * self.ranks.size))
        self._sums = torch.zeros(3, device=self.device)
        self.epoch, self.position = self.epoch + 1, 0
        info = None if self._labels_alone(stage) else means[1]
        return Losses(means[0], info, None if stage == "pretext" else means[2])

    def _labels_alone(self, stage: str) -> bool:
        return stage == "fine-tune" or (stage == "joint" and self.settings.alpha == 0)

    def _prepare(self, stage: str) -> None:
        """The batches and the module of a stage."""
        if stage == self._stage:
            return
        s, nodes = self.settings, self.nodes
        labels_alone = self._labels_alone(stage)
        train = labels = np.zeros(0, np.int64)
        if nodes is not None and stage != "pretext":
            on_cpu = self.device.type == "cpu"
            split = nodes.train.numpy() if on_cpu else self.graph.split(s.split, s.split_seed).train
            train = split.astype(np.int64, copy=False)
            labels = np.asarray(self.graph.y[train], np.int64)
        count = len(train) if labels_alone else self.graph.num_nodes
        self.order = Order(count, s.batch_size, s.seed)
        self.batches = Batches(
            self.features,
            self.order,
            self.ranks,
            None if labels_alone else self.positives,
            train,
            labels,
            s.aggregator,
            self.with_self,
            max(int(TRAINING_SHARE * s.batch_size), self.ranks.size),
        )
        module = Step(
            self.encoder,
            self.classifier,
            self.features,
            s,
            stage,
            self.graph.num_nodes,
            self.ranks,
            self.noise,
        )
        self.module = distribute(module, self.ranks, self.device)
        self._averaged = sum(p.nbytes for p in module.parameters()) if self.ranks.size > 1 else 0
        self._stage = stage

    def _seed_step(self) -> None:
        place = np.random.SeedSequence([self.settings.seed, self.epoch, self.position])
        words = place.generate_state(2, np.uint64)
        self.noise.seed((int(words[1]) + self.ranks.rank) % 2**63)

    def _lower_rate(self, stage: str) -> None:
        """The learning rate falls evenly, to zero at the end of a stage: steps of batches are noisy.

        What was measured of it is in `n2n.methods.n2n.recipes`.
        """
        s = self.settings
        before, epochs = (s.epochs, s.finetune_epochs) if stage == "fine-tune" else (0, s.epochs)
        done = (self.epoch - before + self.position / self.order.steps) / epochs
        for group in self.optimiser.param_groups:
            group["lr"] = s.learning_rate * max(1 - done, 0.0)

    def extra_state(self) -> dict[str, torch.Tensor]:
        """Where in which epoch the run is, and the sums of the losses of its steps so far, over all ranks."""
        place = torch.tensor([self.epoch, self.position, self.steps_done])
        return {"place": place, "sums": self.ranks.sum(self._sums.clone()) / self.ranks.size}

    def load_extra_state(self, state: dict[str, torch.Tensor]) -> None:
        """The inverse of `extra_state`."""
        self.epoch, self.position, self.steps_done = state["place"].tolist()
        self._sums = state["sums"].to(self.device)

    @torch.no_grad()
    def embed(self) -> torch.Tensor:
        """h (N×width) of all nodes, without dropout, in memory; `look` has ways that need less."""
        return torch.cat([h for _, h in stream(self, np.arange(self.graph.num_nodes))])

    def look(self) -> StreamedLook:
        """Embeddings, predictions and scores, block by block."""
        return StreamedLook(self)


def distribute(module: Step, ranks: Ranks, device: torch.device) -> torch.nn.Module:
    """The module with its gradients averaged over ranks.

    No hook in Python: the threads of the process group would wait for Python's lock in every step, and one
    that lets go of a hook while the interpreter ends aborts the process.
    """
    if ranks.size == 1:
        return module
    return DistributedDataParallel(
        module, device_ids=[device] if device.type == "cuda" else None, gradient_as_bucket_view=True
    )
