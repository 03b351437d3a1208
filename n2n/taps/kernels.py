"""The compiled loops of TAPS: count common neighbours, turn counts into dependencies, choose the best.

All integers in the loops over edges are unsigned: numba then omits the check for negative indices, a third of
the time. The marks of neighbours are bits, so those of a million nodes fit into a processor's cache.
"""

import numpy as np

from n2n.compute.jit import njit

ONE = np.uint64(1)
WORD = np.uint64(6)
BIT = np.uint64(63)
# A list more than this many times longer than the own one is searched, not scanned.
SEARCH = np.uint64(32)
# Below this, five terms of the series of log(1+t) are exact to the last bit; so it is for most edges of a
# large graph.
SMALL = 1e-3


@njit
def _owns(indptr, i, j):
    """Whether i marks and j is scanned: i has the higher degree or, on a tie, the higher id."""
    degree = indptr[i + ONE] - indptr[i]
    other = indptr[j + ONE] - indptr[j]
    return (other < degree) | ((other == degree) & (j < i))


@njit
def row_cost(indptr, indices, cost, start, stop):
    """The cost of the rows start..stop: their entries, and every list that is scanned for them."""
    for i in range(np.uint64(start), np.uint64(stop)):
        total = indptr[i + ONE] - indptr[i]
        for e in range(indptr[i], indptr[i + ONE]):
            j = np.uint64(indices[e])
            # A product instead of a branch that would be mispredicted half of the time.
            total += (indptr[j + ONE] - indptr[j]) * np.uint64(_owns(indptr, i, j))
        cost[i] = total


@njit
def entry_bounds(indptr, indices, cost, blocks):
    """Bounds, as entries of the adjacency, of blocks of equal cost; a bound may lie inside a row."""
    bounds = np.zeros(blocks + 1, np.uint64)
    bounds[blocks] = len(indices)
    total = cost.sum()
    before, i = np.uint64(0), np.uint64(0)
    for b in range(1, blocks):
        wanted = np.uint64(total // blocks * b)
        while before + cost[i] < wanted:
            before += cost[i]
            i += ONE
        e, reached = indptr[i], before
        while reached < wanted and e < indptr[i + ONE]:
            j = np.uint64(indices[e])
            reached += ONE + (indptr[j + ONE] - indptr[j]) * np.uint64(_owns(indptr, i, j))
            e += ONE
        bounds[b] = e
    return bounds


@njit
def count_owned(indptr, indices, longest, common, start, stop):
    """Count for those entries start..stop that their row owns, and write the counts in both directions.

    `longest` is the highest degree.
    """
    n = np.uint64(len(indptr) - 1)
    start, stop = np.uint64(start), np.uint64(stop)
    marks = np.zeros((n >> WORD) + ONE, np.uint64)
    owned = np.empty(longest, np.uint64)
    i = np.uint64(np.searchsorted(indptr, start, side="right") - 1)
    while i < n and indptr[i] < stop:
        # Collecting the owned entries first, without a branch, avoids mispredicted jumps in the scans.
        low, top = max(indptr[i], start), min(indptr[i + ONE], stop)
        end = np.uint64(0)
        for e in range(low, top):
            owned[end] = e
            end += np.uint64(_owns(indptr, i, np.uint64(indices[e])))
        if end > 0:
            for p in range(indptr[i], indptr[i + ONE]):
                k = np.uint64(indices[p])
                marks[k >> WORD] |= ONE << (k & BIT)
            for q in range(end):
                j = np.uint64(indices[owned[q]])
                count, mirror = np.uint64(0), indptr[j]
                for p in range(indptr[j], indptr[j + ONE]):
                    k = np.uint64(indices[p])
                    count += (marks[k >> WORD] >> (k & BIT)) & ONE
                    # Rows are ascending: the number of entries below i is the place of i in the row of j.
                    mirror += np.uint64(k < i)
                common[owned[q]] = count
                common[mirror] = count
            for p in range(indptr[i], indptr[i + ONE]):
                marks[np.uint64(indices[p]) >> WORD] = 0
        i += ONE


@njit(error_model="numpy")
def _log1p(t):
    if abs(t) < SMALL:
        return t * (1 - t * (1 / 2 - t * (1 / 3 - t * (1 / 4 - t / 5))))
    return np.log1p(t)


@njit(error_model="numpy")
def pair_dependency(n, log_n, c, degree, other, log, log_outside):
    """I(X_i; X_j) in nats, from c common neighbours and the two degrees, all of them unsigned.

    `log[d]` is log d, with 0 for d = 0, so that 0·log 0 = 0 needs no branch; `log_outside[d]` is
    −log(1 − d/n). In this form no two large numbers are subtracted from each other, so that a dependency of
    1e-9 still has all its digits.
    """
    # Both directions of an edge are summed in the same order, so that they are equal to the last bit.
    high, low = max(degree, other), min(degree, other)
    excess = n * c - float(high) * low
    if excess == 0.0:  # independent: p(X_i, X_j) = p(X_i)·p(X_j)
        return 0.0
    total = c * (log[c] + log_n - log[high] - log[low])
    total += (high - c) * (log[high - c] - log[high] + log_outside[low])
    total += (low - c) * (log[low - c] - log[low] + log_outside[high])
    rest = n - high - low + c
    if rest > 0:
        total += rest * _log1p(excess / ((n - high) * (n - low)))
    return max(total / n, 0.0)


@njit(error_model="numpy")
def dependency_rows(indptr, indices, common, log, log_outside, dependency, offset, start, stop):
    """I(X_i; X_j) of every entry e in rows start..stop, at dependency[e − offset]."""
    offset = np.uint64(offset)
    n = len(indptr) - 1.0
    log_n = np.log(n)
    for i in range(np.uint64(start), np.uint64(stop)):  # unsigned, as in common_neighbours
        degree = np.uint64(indptr[i + ONE] - indptr[i])
        for e in range(np.uint64(indptr[i]), np.uint64(indptr[i + ONE])):
            j, c = np.uint64(indices[e]), np.uint64(common[e])
            other = np.uint64(indptr[j + ONE] - indptr[j])
            dependency[e - offset] = pair_dependency(n, log_n, c, degree, other, log, log_outside)


@njit
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


@njit
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


@njit
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


@njit
def count_common(indptr, indices, marks, i, j, degree, other):
    """|𝒩_i ∩ 𝒩_j|, where the neighbours of i are marked."""
    count = np.uint64(0)
    if other <= SEARCH * degree:
        for p in range(np.uint64(indptr[j]), np.uint64(indptr[j + ONE])):
            k = np.uint64(indices[p])
            count += (marks[k >> WORD] >> (k & BIT)) & ONE
        return count
    low, end = np.uint64(indptr[j]), np.uint64(indptr[j + ONE])
    for p in range(np.uint64(indptr[i]), np.uint64(indptr[i + ONE])):
        k, high = indices[p], end
        while low < high:
            middle = (low + high) >> ONE
            if indices[middle] < k:
                low = middle + ONE
            else:
                high = middle
        if low == end:
            break
        count += np.uint64(indices[low] == k)
    return count


@njit(error_model="numpy")
def top_rows(indptr, indices, log, log_outside, k, out_indptr, out, shift, start, stop):
    """The k best entries of each row start..stop, best first, at out_indptr − shift in `out`."""
    n = len(indptr) - 1.0
    log_n = np.log(n)
    marks = np.zeros((np.uint64(len(indptr)) >> WORD) + ONE, np.uint64)
    score = np.empty(len(log), np.float64)
    heap = np.empty(k, np.int64)
    for i in range(np.uint64(start), np.uint64(stop)):
        first, last = np.uint64(indptr[i]), np.uint64(indptr[i + ONE])
        degree, base = last - first, out_indptr[i] - shift
        if degree <= 1:
            out[base] = indices[first] if degree == 1 else i
            continue
        for e in range(first, last):
            j = np.uint64(indices[e])
            marks[j >> WORD] |= ONE << (j & BIT)
        for e in range(first, last):
            j = np.uint64(indices[e])
            other = np.uint64(indptr[j + ONE] - indptr[j])
            c = count_common(indptr, indices, marks, i, j, degree, other)
            score[e - first] = pair_dependency(n, log_n, c, degree, other, log, log_outside)
        for e in range(first, last):
            marks[np.uint64(indices[e]) >> WORD] = 0
        choose_row(indices, np.int64(first), np.int64(degree), score, 0, heap, out, base)


@njit
def components(indptr, indices):
    """The component of each node, numbered by lowest node, and the sizes: union-find, the lower root wins.

    scipy's `connected_components` gives the same and takes longer: on Physics 0.9 against 0.4 ms with k = 1,
    5.0 against 1.2 with k = 5, 18 against 2.5 with all neighbours (a percolation curve needs dozens of them).
    """
    n = len(indptr) - 1
    parent = np.arange(n).astype(indices.dtype)
    for i in range(n):
        a = i
        for e in range(indptr[i], indptr[i + 1]):
            b = indices[e]
            while parent[a] != a:
                parent[a] = parent[parent[a]]
                a = parent[a]
            while parent[b] != b:
                parent[b] = parent[parent[b]]
                b = parent[b]
            parent[max(a, b)] = min(a, b)
    sizes = np.zeros(n, np.int64)
    count = 0
    # A parent has a lower id than its child, so its component is already known.
    for i in range(n):
        if parent[i] == i:
            parent[i] = count
            count += 1
        else:
            parent[i] = parent[parent[i]]
        sizes[parent[i]] += 1
    return parent, sizes[:count]


@njit
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
