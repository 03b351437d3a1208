"""Positions in the plane by attraction along edges and repulsion from random nodes.

The forces are those of LargeVis (Tang et al., 2016): for two nodes at distance d, an edge pulls with
2d / (1 + d²) and a random other node pushes with 2d / ((ε + d²)(1 + d²)). Each edge is visited with
probability min(1, 4 / √(d_i·d_j)), so that a hub moves no more often than a node with few edges.

Cora takes 0.1 s, Physics 3 s and a graph of a million nodes and ten million edges about a minute on one core.
igraph's DrL, which looks similar, takes 5 s for Cora and 40 s for PubMed, and holds Python's lock meanwhile.
"""

import numpy as np

from n2n.compute.jit import njit

NEGATIVES = 5
MAX_MOVE = 4.0
VISITS = 4.0
EPSILON = 1e-3
GOLDEN_ANGLE = 2.399963229728653
# Circles that are compared with every other; the smaller ones have a grid.
LARGE = 64


@njit
def _limited(move):
    return min(MAX_MOVE, max(-MAX_MOVE, move))


@njit
def move(pos, indptr, indices, degree, members, first, size, rate, state):
    """One round over all edges, in place; returns the state of the random numbers for the next round.

    Args:
        pos: (n, 2) float32.
        degree: (n,) of each node, at least 1.
        members: nodes ordered by component; those of the component of i are
            `members[first[i] : first[i] + size[i]]`. Only they push i.
        rate: length of a step.
        state: any non-zero uint64.
    """
    n = len(indptr) - 1
    for i in range(n):
        if size[i] < 2:
            continue
        x, y = pos[i, 0], pos[i, 1]
        for e in range(indptr[i], indptr[i + 1]):
            j = indices[e]
            state ^= state << np.uint64(13)
            state ^= state >> np.uint64(7)
            state ^= state << np.uint64(17)
            chance = np.float64(state >> np.uint64(11)) * 2.0**-53
            if j == i or chance * np.sqrt(degree[i] * degree[j]) > VISITS:
                continue
            dx, dy = x - pos[j, 0], y - pos[j, 1]
            pull = -2.0 / (1.0 + dx * dx + dy * dy)
            dx, dy = rate * _limited(pull * dx), rate * _limited(pull * dy)
            x, y = x + dx, y + dy
            pos[j, 0] -= dx
            pos[j, 1] -= dy
            for _ in range(NEGATIVES):
                state ^= state << np.uint64(13)
                state ^= state >> np.uint64(7)
                state ^= state << np.uint64(17)
                other = members[first[i] + np.int64(state % np.uint64(size[i]))]
                if other == i:
                    continue
                dx, dy = x - pos[other, 0], y - pos[other, 1]
                apart = dx * dx + dy * dy
                push = 2.0 / ((EPSILON + apart) * (1.0 + apart))
                x += rate * _limited(push * dx)
                y += rate * _limited(push * dy)
        pos[i, 0], pos[i, 1] = x, y
    return state


@njit
def _meets(centre, radius, i, j):
    dx, dy = centre[i, 0] - centre[j, 0], centre[i, 1] - centre[j, 1]
    reach = radius[i] + radius[j]
    return dx * dx + dy * dy < reach * reach


@njit
def pack(wanted, radius):
    """Centres of circles that do not overlap, each as near to where it is wanted as a spiral finds.

    The circles come largest first; one that is free where it is wanted stays there. The small ones are found
    through the cells of a grid: 6,000 circles take 0.4 s instead of 35.
    """
    count = len(radius)
    centre = wanted.copy()
    large = min(count, LARGE)
    cell = 2.0 * radius[large - 1] if large else 1.0
    slots = 4 * count + 1
    newest, older = np.full(slots, -1), np.full(count, -1)
    turn = 0
    for i in range(count):
        step = 0.5 * radius[i]
        if i == 0 or wanted[i, 0] != wanted[i - 1, 0] or wanted[i, 1] != wanted[i - 1, 1]:
            turn = 0
        elif radius[i] != radius[i - 1]:
            # Where the one before has not found room closer by, this one hardly will.
            turn = int(0.8 * turn * (radius[i - 1] / radius[i]) ** 2)
        while True:
            free = True
            for j in range(min(i, large)):
                if _meets(centre, radius, i, j):
                    free = False
                    break
            row, column = int(np.floor(centre[i, 0] / cell)), int(np.floor(centre[i, 1] / cell))
            for r in range(row - 1, row + 2):
                for c in range(column - 1, column + 2):
                    j = newest[(r * 73_856_093 + c * 19_349_663) % slots] if free and i >= large else -1
                    while j >= 0 and free:
                        free = not _meets(centre, radius, i, j)
                        j = older[j]
            if free:
                if i >= large:
                    slot = (row * 73_856_093 + column * 19_349_663) % slots
                    older[i], newest[slot] = newest[slot], i
                break
            # Fermat's spiral: each turn covers the same area as the one before.
            turn += 1
            angle, away = GOLDEN_ANGLE * turn, step * np.sqrt(turn)
            centre[i, 0] = wanted[i, 0] + away * np.cos(angle)
            centre[i, 1] = wanted[i, 1] + away * np.sin(angle)
    return centre
