"""DeepWalk and node2vec: random walks are sentences, nodes are words, skip-gram learns their vectors.

Every walk draws its numbers from its own state, derived from the seed and the number of the walk, so the
walks do not depend on the number of threads. Skip-gram is one loop in a fixed order: threads that share the
vectors would make every run a different one. It is as fast as gensim's on one thread (a pass over one walk
from every node of Cora: 0.44 against 0.46 seconds).
"""

import numpy as np
import torch
from torch import nn

from n2n.compute.jit import njit
from n2n.compute.kernels import FAST, even_bounds, splitmix64
from n2n.compute.threads import run_blocks
from n2n.graph import Graph
from n2n.methods.baselines.base import Unsupervised
from n2n.methods.model import Losses

# word2vec draws negatives by their frequency to this power, from a table.
NEGATIVE_POWER = 0.75
TABLE_PER_NODE = 20
LAST_RATE = 0.004


class RandomWalks(Unsupervised):
    """Vectors of nodes such that nodes close to each other on random walks have similar ones.

    DeepWalk: Perozzi, Al-Rfou and Skiena, DeepWalk: online learning of social representations, 2014.
    node2vec: Grover and Leskovec, node2vec: scalable feature learning for networks, 2016, whose walks prefer
    to go back (small p) or outward (small q). Kept: the walks, skip-gram, a step size that falls in a
    straight line. Both use negative samples; DeepWalk's authors had a tree of classes (hierarchical
    softmax). One epoch is one new walk from every node. The features of the nodes are not used.
    """

    needs_features = False
    on_host = True

    def prepare(self) -> None:
        """Vectors, and the table of negatives: a plain walk visits a node in proportion to its degree."""
        s, n = self.settings, self.num_nodes
        start = torch.rand(n, s.width, generator=self.generator).sub_(0.5).div_(s.width)
        self.centre = nn.Parameter(start, requires_grad=False)
        self.context = nn.Parameter(torch.zeros(n, s.width), requires_grad=False)
        chance = np.maximum(self.graph.degree, 1.0) ** NEGATIVE_POWER
        share = np.concatenate([[0], np.cumsum(chance / chance.sum())]) if n else np.zeros(1)
        self.table = np.repeat(np.arange(n), np.diff(np.rint(share * TABLE_PER_NODE * n).astype(np.int64)))

    def new_optimiser(self) -> None:
        """Skip-gram takes its own steps."""
        return None

    def step(self, stage: str) -> Losses:
        """A new walk from every node, and one pass of skip-gram over them."""
        losses = self.losses()
        self.steps_done += 1
        return losses

    def contrast(self) -> torch.Tensor:
        """The loss of skip-gram, which changes the vectors as it goes."""
        s, rng = self.settings, self.rng()
        p, q = (s.p, s.q) if s.method == "node2vec" else (1.0, 1.0)
        starts = rng.permutation(self.num_nodes).astype(self.graph.indices.dtype)
        walks = random_walks(self.graph, starts, s.walk_length, p, q, int(rng.integers(2**62)))
        rate, last_rate = (
            s.learning_rate * max(1 - done / s.epochs, LAST_RATE)
            for done in (self.steps_done, self.steps_done + 1)
        )
        seed, vectors = int(rng.integers(2**62)), (self.centre.numpy(), self.context.numpy())
        loss = skip_gram(walks, s.window, s.negatives, self.table, rate, last_rate, seed, *vectors)
        return torch.tensor(loss)

    def encode(self) -> torch.Tensor:
        return self.centre.detach().clone()


@njit
def _next(state):
    """The next state of xorshift64*, and a number in [0, 1) of it."""
    state ^= state >> np.uint64(12)
    state ^= state << np.uint64(25)
    state ^= state >> np.uint64(27)
    return state, ((state * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(40)) / 16777216.0


@njit
def _state(seed, number):
    """A state that is never 0."""
    return splitmix64(seed, number) | np.uint64(1)


@njit
def _adjacent(indptr, indices, i, j):
    """Whether j is a neighbour of i; neighbours are sorted."""
    low, high = indptr[i], indptr[i + 1]
    while low < high:
        middle = (low + high) // 2
        if indices[middle] < j:
            low = middle + 1
        else:
            high = middle
    return low < indptr[i + 1] and indices[low] == j


@njit
def _walk(indptr, indices, starts, p, q, seed, out, start, stop):
    """One walk from each of the given nodes; a node without a neighbour stays where it is.

    The next node x after t → v is taken with a chance in proportion to 1/p where x = t, to 1 where x is a
    neighbour of t, to 1/q elsewhere: a neighbour is drawn evenly and accepted with its weight over the
    largest weight, else another one is drawn.
    """
    largest = max(1.0, 1.0 / p, 1.0 / q)
    plain = p == 1.0 and q == 1.0
    for number in range(start, stop):
        state = _state(seed, number)
        before = here = starts[number]
        out[number, 0] = here
        for place in range(1, out.shape[1]):
            first, count = indptr[here], indptr[here + 1] - indptr[here]
            step = here
            while count > 0:
                state, chance = _next(state)
                step = indices[first + int(chance * count)]
                if plain or place == 1:
                    break
                if step == before:
                    weight = 1.0 / p
                elif _adjacent(indptr, indices, before, step):
                    weight = 1.0
                else:
                    weight = 1.0 / q
                state, chance = _next(state)
                if chance * largest < weight:
                    break
            before, here = here, step
            out[number, place] = here


def random_walks(
    graph: Graph, starts: np.ndarray, length: int, p: float = 1.0, q: float = 1.0, seed: int = 0
) -> np.ndarray:
    """(walks, length) nodes of one random walk from each start; p = q = 1 is the plain walk of DeepWalk.

    >>> path = Graph.from_edges([[0, 1], [1, 2]], x=None, num_nodes=4)
    >>> random_walks(path, np.array([0, 3]), 3, p=100.0, q=0.01)
    array([[0, 1, 2],
           [3, 3, 3]], dtype=int32)
    """
    out = np.empty((len(starts), length), graph.indices.dtype)
    bounds = even_bounds(len(starts), 30 * length)
    run_blocks(_walk, bounds, graph.indptr, graph.indices, starts, float(p), float(q), np.uint64(seed), out)
    return out


@njit(fastmath=FAST, error_model="numpy")
def skip_gram(walks, window, negatives, table, rate, last_rate, seed, centre, context):
    """One pass of skip-gram with negative samples over all walks; returns the mean loss of a close pair.

    A step down −log σ(c_i·o_j) − Σ_k log σ(−c_i·o_k) for each pair (i, j) that is close on a walk, k drawn.

    Args:
        window: the reach; as in word2vec it is drawn for every place, from 1 to this.
        table: nodes in proportion to how likely they are drawn as negatives.
        rate, last_rate: step size at the beginning and at the end of the pass.
        centre, context: (N, width) c and o, changed in place.
    """
    width = centre.shape[1]
    change = np.empty(width, np.float32)
    state = _state(seed, 0)
    total, pairs = 0.0, 0
    for number in range(len(walks)):
        walk = walks[number]
        step = np.float32(rate + (last_rate - rate) * number / len(walks))
        for place in range(len(walk)):
            state, chance = _next(state)
            reach = 1 + int(chance * window)
            for other in range(max(place - reach, 0), min(place + reach + 1, len(walk))):
                if other == place or walk[other] == walk[place]:
                    continue
                c = centre[walk[place]]
                change[:] = 0
                for draw in range(negatives + 1):
                    if draw == 0:
                        node = walk[other]
                    else:
                        state, chance = _next(state)
                        node = table[int(chance * len(table))]
                        if node == walk[other]:
                            continue
                    o = context[node]
                    score = np.float32(0)
                    for t in range(width):
                        score += c[t] * o[t]
                    share = np.float32(1) / (np.float32(1) + np.exp(-score))
                    label = np.float32(1) if draw == 0 else np.float32(0)
                    right = share if draw == 0 else 1 - share
                    total -= np.log(np.float32(1e-7) if right < np.float32(1e-7) else right)  # NaN stays
                    pull = step * (label - share)
                    for t in range(width):
                        change[t] += pull * o[t]
                        o[t] += pull * c[t]
                for t in range(width):
                    c[t] += change[t]
                pairs += 1
    return total / max(pairs, 1)
