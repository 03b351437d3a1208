"""The best entries of a row: compiled loops behind every choice of positives."""

import numpy as np

from n2n.compute.jit import njit


@njit(nogil=True, cache=True)
def _sink(score, shift, heap, size, place):
    """Let heap[place] sink until nothing below it is worse; the worst entry of a heap is then on top.

    Worse is the lower score or, on a tie, the later entry, which has the higher node id.
    """
    while 2 * place + 1 < size:
        child = 2 * place + 1
        other = min(child + 1, size - 1)
        if (score[shift + heap[other]], -heap[other]) < (score[shift + heap[child]], -heap[child]):
            child = other
        if (score[shift + heap[place]], -heap[place]) < (score[shift + heap[child]], -heap[child]):
            return
        heap[place], heap[child] = heap[child], heap[place]
        place = child


@njit(nogil=True, cache=True)
def choose_row(indices, first, count, score, shift, heap, out, base):
    """The entries of largest score of one row, largest first; ties keep the order of the row.

    The row is indices[first : first + count], its scores begin at score[shift], and as many as `heap` has
    room for are written from out[base] on. All numbers are signed.
    """
    wanted = min(len(heap), count)
    if wanted == 1:  # the usual case, twice as fast without a heap
        best, highest = 0, score[shift]
        for e in range(1, count):
            if score[shift + e] > highest:
                best, highest = e, score[shift + e]
        out[base] = indices[first + best]
        return
    # A heap of the best entries so far.
    for place in range(wanted):
        heap[place] = place
    for place in range(wanted // 2 - 1, -1, -1):
        _sink(score, shift, heap, wanted, place)
    for e in range(wanted, count):
        if score[shift + e] > score[shift + heap[0]]:
            heap[0] = e
            _sink(score, shift, heap, wanted, 0)
    for end in range(wanted - 1, 0, -1):
        heap[0], heap[end] = heap[end], heap[0]
        _sink(score, shift, heap, end, 0)
    for place in range(wanted):
        out[base + place] = indices[first + heap[place]]


@njit(nogil=True, cache=True)
def choose_rows(indptr, indices, score, offset, k, out_indptr, out, start, stop):
    """`choose_row` for the rows start..stop; score[0] belongs to the entry `offset` of the adjacency.

    A row without entries gets its own number.
    """
    heap = np.empty(k, np.int64)
    for i in range(start, stop):
        first, count, base = indptr[i], indptr[i + 1] - indptr[i], out_indptr[i]
        if count == 0:
            out[base] = i
        else:
            choose_row(indices, first, count, score, first - offset, heap, out, base)


@njit(nogil=True, cache=True)
def count_pairs(indptr, indices, y, classes):
    """Pairs by class of their node, those of them whose labels differ, and how often a node is its own pair.

    Pairs of a node with itself and pairs with an unknown label are in neither of the first two counts.
    """
    pairs, differ = np.zeros(classes, np.int64), np.zeros(classes, np.int64)
    own = 0
    for i in range(len(indptr) - 1):
        label = y[i]
        for e in range(indptr[i], indptr[i + 1]):
            j = indices[e]
            if j == i:
                own += 1
            elif label >= 0 and y[j] >= 0:
                pairs[label] += 1
                differ[label] += label != y[j]
    return pairs, differ, own
