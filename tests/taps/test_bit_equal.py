"""Graphs, splits, dependencies, positives, subgraphs and smoothness of the datasets, to the last bit."""

import contextlib
import hashlib

import numpy as np
import pytest
import scipy.sparse as sp

import n2n

COLUMNS = "graph", "splits", "dependency", "top", "random", "subgraphs", "smoothness", "edits"
DIGESTS = {
    "cora": "30f42139 bc85e216 69ea1dea 394ed23f b1b388d4 e87e88f7 e8630ae6 54269ede",
    "citeseer": "696ad5a6 fafaee68 1247a290 8912976b f8288e7a 4954aa27 4720cc20 9c8c4521",
    "pubmed": "ef95519b 7c34da52 4e4312a9 156830bf b40e3cd8 031218d7 ffa992a9 404ce54c",
    "photo": "9e2e9bba 66e4415c 64313917 3303f984 295500ce 3259c3c6 cf9457c5 412ea7ea",
    "cs": "e5dec68c f9ca33d5 d71db1f0 e7af6e43 5b3c1739 a8ef169e ba4509bb 627878e1",
    "physics": "b3e6944b 539b2cc4 cdf7ba04 e86e24b9 a5fd580a 880b5418 c0f3437c d0d4fa68",
    "karate": "edd515b4 b1703f4b d7d9009e 938e5ab9 f17af223 b6d5633b b6d88074 9891f08d",
    "chameleon": "0f6f326d acb1aeba b6b065e9 5f7cb46c 3f88d978 5aee68c4 98af465a 79a8c066",
    "texas": "1cf43302 a708f948 f6a3c707 c954ecdc b528a548 70f7de6c c1157175 bb7581e9",
}


def digest(*values) -> str:
    found = hashlib.sha256()
    for value in values:
        array = np.asarray(value)
        array = np.ascontiguousarray(array.astype(np.float64 if array.dtype.kind == "f" else np.int64))
        found.update(f"{array.shape}".encode() + array.tobytes())
    return found.hexdigest()[:8]


def numbers(graph: n2n.Graph):
    """The numbers behind each column."""
    ranking = n2n.rank(graph)
    best = [ranking.top(k) for k in (1, 3, 5, 40)]
    drawn = [n2n.random_positives(graph, k, seed=3) for k in (1, 5)]
    chosen = [*best, *drawn, n2n.all_neighbours(graph)]
    x = sp.coo_array(graph.x)
    yield graph.indptr, graph.indices, graph.y, x.row, x.col, x.data
    splits = [graph.split(protocol, seed) for protocol in ("paper", "random") for seed in (0, 1)]
    with contextlib.suppress(ValueError):
        splits.append(graph.split("public"))
    yield [part for split in splits for part in (split.train, split.val, split.test)]
    yield (ranking.dependency,)
    yield [array for p in best for array in (p.indptr, p.indices)]
    yield [array for p in drawn for array in (p.indptr, p.indices)]
    yield [array for p in chosen for array in (n2n.partition(p).membership, n2n.partition(p).sizes)]
    yield [n2n.label_smoothness(graph, p, per) for p in chosen for per in ("sampled", "graph")]
    edited = n2n.Edits(noise=20, seed=5).apply(graph)
    yield edited.indptr, edited.indices


@pytest.mark.parametrize("key", DIGESTS)
def test_the_numbers_are_the_same_to_the_last_bit(dataset, key):
    found = [digest(*values) for values in numbers(dataset(key))]
    assert dict(zip(COLUMNS, found, strict=True)) == dict(zip(COLUMNS, DIGESTS[key].split(), strict=True))
