"""The loss of one mini-batch, as a module: DistributedDataParallel averages the gradients of its weights.

    log Z_i ≈ log( exp(sim(h_i, h_i)/τ) + (n−1)/(B−1) Σ_{k ∈ batch, k ≠ i} exp(sim(h_k, h_i)/τ) )

The others in the batch stand for all n−1 other nodes, and the node itself counts once. So a node needs no
other features than those of its batch, of its positives and of some training nodes.
"""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

from n2n.methods.dropout import Noise
from n2n.methods.interface import Losses
from n2n.methods.n2n.batches import Batch, Features, Piece
from n2n.methods.n2n.encoder import Classifier, Encoder
from n2n.methods.n2n.info_nce import info_nce
from n2n.methods.n2n.settings import Settings
from n2n.methods.ranks import ALONE, Ranks, Shared


class Step(nn.Module):
    """Encoder and classifier in one stage of a run; without a classifier where the stage has no use for it.

    Args:
        noise: random numbers for dropout, different on every rank; seeded before each step.
    """

    def __init__(
        self,
        encoder: Encoder,
        classifier: Classifier,
        features: Features,
        settings: Settings,
        stage: str,
        num_nodes: int,
        ranks: Ranks,
        noise: Noise,
    ):
        super().__init__()
        self.encoder = encoder
        self.classifier = classifier if stage != "pretext" or settings.loss_on_logits else None
        self.features, self.settings, self.stage, self.ranks = features, settings, stage, ranks
        self.num_nodes, self.noise = num_nodes, noise

    def forward(self, batch: Batch) -> Losses:
        """This rank's share: the mean over ranks is the loss of the whole batch."""
        s = self.settings
        h = self.encoder(batch.x, self.noise)
        if self.stage == "fine-tune" or (self.stage == "joint" and s.alpha == 0):
            entropy = self._cross_entropy(h, batch)
            return Losses(entropy, None, entropy.detach())
        info, training = self._info_nce(h, batch, logits=False)
        if self.stage == "pretext":
            if s.loss_on_logits:
                info = info + self._info_nce(self._logits(h, self.noise), batch, logits=True)[0]
            return Losses(info, info.detach(), None)
        entropy = self._cross_entropy(training, batch)
        return Losses((1 - s.alpha) * entropy + s.alpha * info, info.detach(), entropy.detach())

    def _info_nce(self, rows: torch.Tensor, batch: Batch, logits: bool) -> tuple[torch.Tensor, torch.Tensor]:
        """InfoNCE of the nodes of a batch, from what was made of its rows; the rows of training nodes."""
        h, positives, training = rows.split(batch.sizes)  # at once: the gradient is then copied only once
        if batch.pieces:
            positives = self._aggregate_pieces(batch, h, logits)
        elif batch.aggregation is not None:
            positives = batch.aggregation(rows[: sum(batch.sizes[:2])])
        s, weight, shared = self.settings, 1.0, Shared(self.ranks, batch.total)
        if not s.gather_across_ranks:
            # Each rank has a batch of its own; its loss counts as much as it has nodes.
            weight, shared = shared.weight, Shared(ALONE, len(h))
        others = (self.num_nodes - 1) / max(shared.total - 1, 1)
        loss = info_nce(h, positives, s.tau, s.similarity, shared=shared, others=others)
        return loss * weight, training

    def _cross_entropy(self, h: torch.Tensor, batch: Batch) -> torch.Tensor:
        logits = self._logits(h, self.noise)
        # The mean over all ranks, also where this one has fewer training nodes than others, or none.
        return F.cross_entropy(logits, batch.labels, reduction="sum") * (self.ranks.size / batch.drawn)

    def _logits(self, h: torch.Tensor, noise: Noise) -> torch.Tensor:
        assert self.classifier is not None
        return self.classifier(h, generator=noise)

    def _aggregate_pieces(self, batch: Batch, like: torch.Tensor, logits: bool) -> torch.Tensor:
        """s, piece by piece; each is encoded again for its gradient, so that only one is in memory."""
        largest = self.settings.aggregator == "max"
        s = like.new_full(like.shape, -torch.inf if largest else 0.0)
        for number, piece in enumerate(batch.pieces):
            part = checkpoint(
                self._piece, piece, number, logits, use_reentrant=False, preserve_rng_state=False
            )
            if largest:
                s = torch.maximum(s, torch.full_like(s, -torch.inf).index_copy(0, piece.rows, part))
            else:
                s = s.index_add(0, piece.rows, part)
        return s

    def _piece(self, piece: Piece, number: int, logits: bool) -> torch.Tensor:
        noise = self.noise.piece(number)
        h = self.encoder(self.features.rows(piece.nodes), noise)
        return piece.aggregation(self._logits(h, noise) if logits else h)
