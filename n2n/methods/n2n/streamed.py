"""Embeddings, predictions and scores of any number of nodes, block by block."""

from collections.abc import Iterator
from typing import Protocol

import numpy as np
import scipy.sparse as sp
import torch
import torch.nn.functional as F

from n2n.graph import Graph
from n2n.methods.aggregation import Aggregation
from n2n.methods.evaluation import Nodes
from n2n.methods.look import score_parts, shares_of
from n2n.methods.n2n.batches import Features, prefetch
from n2n.methods.n2n.encoder import Classifier, Encoder
from n2n.methods.n2n.info_nce import info_nce, mutual_information_bound
from n2n.methods.n2n.settings import Settings
from n2n.methods.probes import probe, rows_of
from n2n.methods.ranks import Ranks
from n2n.taps.positives import Positives

# Nodes of a block.
BLOCK = 1 << 13
# The linear probe learns from this many training nodes at most, and chooses its penalty on as many others.
PROBE_NODES = 50_000
# Where Theorem 1 is watched on more nodes than these, it is watched on a sample of them.
WATCHED = 2_048


class Streaming(Protocol):
    """What a model in batches offers to look at it."""

    graph: Graph
    settings: Settings
    features: Features
    positives: Positives | None
    encoder: Encoder
    classifier: Classifier
    device: torch.device
    ranks: Ranks
    with_self: bool

    @property
    def labelled(self) -> Nodes:
        """The split."""
        ...

    def train_mode(self, on: bool) -> None:
        """Dropout on or off."""
        ...


@torch.no_grad()
def stream(model: Streaming, nodes: np.ndarray) -> Iterator[tuple[np.ndarray, torch.Tensor]]:
    """(nodes, h) of blocks of the given nodes, without dropout; features are read ahead."""
    model.train_mode(False)
    blocks = [nodes[start : start + BLOCK] for start in range(0, len(nodes), BLOCK)]
    rows = prefetch(lambda block: model.features.rows(blocks[block]), range(len(blocks)), device=model.device)
    for block, x in zip(blocks, rows, strict=True):
        yield block, model.encoder(x)


class StreamedLook:
    """What a model says of all nodes, never holding more than a block of embeddings unless asked to."""

    def __init__(self, model: Streaming):
        self.model = model
        self._linear: tuple[torch.Tensor, torch.Tensor] | None = None

    def embeddings(self, out: np.ndarray | None = None) -> np.ndarray:
        """(N, width) h of all nodes, written to `out` where it is given, such as a memory-mapped file."""
        n, width = self.model.graph.num_nodes, self.model.settings.width
        out = np.empty((n, width), np.float32) if out is None else out
        start = 0
        for block, h in stream(self.model, np.arange(n)):
            out[start : start + len(block)] = h.cpu().numpy()
            start += len(block)
        return out

    def snapshot(self) -> np.ndarray:
        """The same in float16."""
        return self.embeddings(np.empty((self.model.graph.num_nodes, self.model.settings.width), np.float16))

    def predictions(self, stage: str) -> np.ndarray:
        """(N,) predicted classes."""
        every = np.arange(self.model.graph.num_nodes)
        return np.concatenate([predicted for _, predicted in self._predict(every, stage)])

    def scores(self, stage: str) -> tuple[float, float, float]:
        """Micro-F1 on training, validation and test nodes; each rank looks at its share of them."""
        model, nodes = self.model, self.model.labelled
        members = np.sort(np.concatenate([p.cpu().numpy() for p in (nodes.train, nodes.val, nodes.test)]))
        start, stop = model.ranks.share(len(members))
        right = score_parts(nodes, self._predict(members[start:stop], stage), model.device)
        return shares_of(model.ranks.sum(right), nodes)

    @torch.no_grad()
    def theorem(self) -> dict[str, float]:
        """What Theorem 1 is about, estimated from a sample of nodes where there are many."""
        model, graph, s = self.model, self.model.graph, self.model.settings
        assert model.positives is not None
        n = graph.num_nodes
        watched = np.sort(np.random.default_rng(0).choice(n, min(WATCHED, n), replace=False))
        around = [graph.neighbours(node) for node in watched]
        chosen = [model.positives.of(node) for node in watched]
        for row, node in enumerate(watched):
            if model.with_self or not len(chosen[row]):  # a node without neighbours is its own positive
                chosen[row] = np.union1d(chosen[row], node)
        needed = np.unique(np.concatenate([watched, *around, *chosen]).astype(np.int64))
        h = torch.cat([part.cpu() for _, part in stream(model, needed)])
        own = h[np.searchsorted(needed, watched)]
        degree = torch.from_numpy(graph.degree[watched].astype(np.float32))
        difference = own * degree[:, None] - torch.from_numpy(_rows(needed, around, "sum") @ h.numpy())
        positives = Aggregation(_rows(needed, chosen, s.aggregator), s.aggregator)(h)
        loss = info_nce(own, positives, s.tau, s.similarity, "exact")
        scale = n / len(watched) / max(graph.num_edges * h.shape[1], 1)
        return {
            "feature_smoothness": float(difference.square().sum(dtype=torch.float64) * scale),
            "positive_cosine": float(F.cosine_similarity(positives, own, dim=1).mean()),
            "information": mutual_information_bound(float(loss), len(watched)),
        }

    def _predict(self, nodes: np.ndarray, stage: str) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        linear = self._probe() if stage == "pretext" else None
        for block, h in stream(self.model, nodes):
            with torch.no_grad():
                if linear is None:
                    logits = self.model.classifier(h)
                else:
                    logits = rows_of(h, self.model.settings.probe) @ linear[0] + linear[1]
                yield block, logits.argmax(1).cpu().numpy()

    def _probe(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Weights and bias of the linear probe, trained on a bounded number of nodes."""
        if self._linear is None:
            model, nodes = self.model, self.model.labelled
            train, val = sample(nodes.train), sample(nodes.val)
            members = torch.cat([train, val])
            h = torch.cat([part for _, part in stream(model, members.cpu().numpy())])
            # The probe is linear in its rows: what it says of unit vectors and of zero are its weights and
            # its bias.
            unit = torch.eye(h.shape[1], device=h.device)
            rows = torch.cat([h, unit, torch.zeros_like(unit[:1])])
            place = torch.arange(len(members), device=h.device)
            few = Nodes(place[: len(train)], place[len(train) :], place[:0], nodes.y[members])
            s = model.settings
            logits = probe(rows, few, model.graph.num_classes, s.probe, s.seed)[len(members) :]
            self._linear = logits[:-1] - logits[-1], logits[-1]
        return self._linear


def sample(nodes: torch.Tensor) -> torch.Tensor:
    """At most `PROBE_NODES` nodes, spread evenly."""
    if len(nodes) <= PROBE_NODES:
        return nodes
    return nodes[torch.linspace(0, len(nodes) - 1, PROBE_NODES, device=nodes.device).long()]


def _rows(needed: np.ndarray, lists: list[np.ndarray], aggregator: str) -> sp.csr_array:
    """A matrix with a row for each list of nodes, which aggregates over the rows of `needed` nodes."""
    counts = np.array([len(nodes) for nodes in lists])
    columns = np.searchsorted(needed, np.concatenate(lists))
    values = np.ones(len(columns), np.float32)
    if aggregator == "mean":
        values /= np.repeat(counts, counts)
    indptr = np.concatenate([[0], np.cumsum(counts)])
    return sp.csr_array((values, columns, indptr), shape=(len(lists), len(needed)))
