"""Which nodes are for training, for validation and for the test.

There are three protocols, since the split alone changes an accuracy by points:

- ``paper``: citation graphs keep the 500 validation and 1,000 test nodes of the public split and train on
  all others (Cora: 1208/500/1000). The other graphs take 20 training and 30 validation nodes per class,
  drawn with a seed, and test on the rest.
- ``public``: the split that comes with the dataset (Planetoid: 20 training nodes per class); of several
  splits, the seed chooses one.
- ``random``: fractions of all labelled nodes, drawn with a seed.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

PROTOCOLS = ("paper", "public", "random")
PARTS = ("train", "val", "test")
TRAIN_PER_CLASS = 20
VAL_PER_CLASS = 30


@dataclass(frozen=True, eq=False)
class Split:
    """Three disjoint, sorted arrays of node ids.

    >>> Split(np.array([0]), np.array([1]), np.array([2, 3])).sizes
    (1, 1, 2)
    """

    train: np.ndarray
    val: np.ndarray
    test: np.ndarray

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Numbers of training, validation and test nodes."""
        return len(self.train), len(self.val), len(self.test)

    @classmethod
    def from_masks(cls, masks: Mapping[str, np.ndarray]) -> "Split | None":
        """The split that three masks describe; None unless all three are there and one-dimensional."""
        found = [mask for part in PARTS if (mask := masks.get(f"{part}_mask")) is not None and mask.ndim == 1]
        return cls(*map(np.flatnonzero, found)) if len(found) == len(PARTS) else None


def masks_of(splits: tuple[Split, ...], num_nodes: int) -> dict[str, np.ndarray]:
    """The masks of one split, (N,), or of several, (N, S), as torch-geometric has them."""
    parts = parts_of(splits, num_nodes)
    parts = parts[:, 0] if len(splits) == 1 else parts
    return {f"{part}_mask": parts == number for number, part in enumerate(PARTS, 1)} if splits else {}


def parts_of(splits: tuple[Split, ...], num_nodes: int) -> np.ndarray:
    """(N, S) the part of every node in each split: 1 training, 2 validation, 3 test, 0 none of them."""
    parts = np.zeros((num_nodes, len(splits)), np.uint8)
    for column, split in enumerate(splits):
        for number, part in enumerate(PARTS, 1):
            parts[getattr(split, part), column] = number
    return parts


def splits_of(parts: np.ndarray, num_nodes: int) -> tuple[Split, ...]:
    """The inverse of `parts_of`."""
    if parts.ndim != 2 or len(parts) != num_nodes:
        raise ValueError(f"further_splits has shape {parts.shape}: expected ({num_nodes}, splits)")
    return tuple(Split(*(np.flatnonzero(one == number) for number in (1, 2, 3))) for one in parts.T)


def choose_split(
    name: str,
    y: np.ndarray,
    public: tuple[Split, ...],
    protocol: str,
    seed: int,
    fractions: tuple[float, float, float],
) -> Split:
    """The split of a graph by one of the protocols.

    Args:
        name: name of the graph, for messages.
        public: the splits that come with the graph; of several, the seed chooses one.
    """
    if protocol not in PROTOCOLS:
        raise ValueError(f"Split protocol is {protocol!r}: use one of {', '.join(PROTOCOLS)}.")
    if not (y >= 0).any():
        raise ValueError(f"Graph {name!r} has no labels, so it cannot be split for classification.")
    if protocol == "random":
        return _by_fractions(y, seed, fractions)
    if public:
        chosen = public[seed % len(public)]
        return chosen if protocol == "public" else _with_all_others(y, chosen)
    if protocol == "public":
        raise ValueError(f"Graph {name!r} has no public split: use 'paper' or 'random'.")
    return _per_class(y, seed)


def _with_all_others(y: np.ndarray, public: Split) -> Split:
    """Keep the public validation and test nodes, and train on every other labelled node."""
    held_out = np.zeros(len(y), bool)
    held_out[public.val] = held_out[public.test] = True
    return Split(np.flatnonzero(~held_out & (y >= 0)), public.val, public.test)


def _per_class(y: np.ndarray, seed: int) -> Split:
    """Draw 20 training and 30 validation nodes per class; all others are test nodes.

    A class that is too small (under 60 nodes, so that fewer than ten would be left for the test) is cut into
    three equal parts instead, training first.
    """
    rng = np.random.default_rng(seed)
    train, val, test = [], [], []
    for label in np.unique(y[y >= 0]):
        nodes = rng.permutation(np.flatnonzero(y == label))
        third = -(-len(nodes) // 3)
        large = len(nodes) >= 60
        first, second = (TRAIN_PER_CLASS, TRAIN_PER_CLASS + VAL_PER_CLASS) if large else (third, 2 * third)
        train.append(nodes[:first])
        val.append(nodes[first:second])
        test.append(nodes[second:])
    return Split(*(np.sort(np.concatenate(parts)) for parts in (train, val, test)))


def _by_fractions(y: np.ndarray, seed: int, fractions: tuple[float, float, float]) -> Split:
    """Shuffle the labelled nodes with a seed and cut them by fractions (training, validation, test)."""
    if len(fractions) != 3 or min(fractions) < 0 or not 0 < sum(fractions) <= 1 + 1e-9:
        raise ValueError(
            f"fractions is {fractions}: give three numbers (training, validation, test) that are not "
            "negative and add up to at most 1."
        )
    nodes = np.random.default_rng(seed).permutation(np.flatnonzero(y >= 0))
    cuts = np.rint(np.cumsum(fractions) * len(nodes)).astype(int)
    train, val, test, _ = np.split(nodes, cuts)
    return Split(np.sort(train), np.sort(val), np.sort(test))
