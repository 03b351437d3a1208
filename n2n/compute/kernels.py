"""Compiled loops for what torch can only do in many passes over an N×width array.

Each loop works on the rows start..stop, so that `run_rows` can distribute them; every row is summed by one
thread in a fixed order, so the results do not depend on the number of threads. They serve float32 on the CPU;
everything else takes the plain torch code beside each call, which computes the same.

A row is copied number by number: `out[i] = h[j]` and its like take two seconds more to compile.
"""

import numpy as np
import torch

from n2n.compute.jit import njit
from n2n.compute.threads import equal_cost_bounds, num_blocks, run_blocks

FAST = {"reassoc", "nsz", "arcp", "contract", "afn"}
"""What `fastmath` allows, except to assume that numbers are finite: NaN weights have to give a NaN loss."""


def usable(*tensors: torch.Tensor) -> bool:
    """Whether the compiled loops can work on these tensors."""
    return all(t.device.type == "cpu" and t.dtype == torch.float32 and t.is_contiguous() for t in tensors)


def even_bounds(count: int, cost: int = 1) -> np.ndarray:
    """Blocks of about equally many of `count` rows that cost the same each."""
    return np.linspace(0, count, num_blocks(count * cost) + 1).astype(np.int64)


def row_bounds(indptr: np.ndarray) -> np.ndarray:
    """Blocks of rows of a CSR array with about equally many stored values each, for products of width 512."""
    return equal_cost_bounds((np.diff(indptr).astype(np.int64) + 1) * 512)


def run_rows(kernel, bounds: np.ndarray, *arguments) -> None:
    """Run a kernel over all rows; tensors are passed as arrays that share their memory."""
    run_blocks(kernel, bounds, *(a.detach().numpy() if isinstance(a, torch.Tensor) else a for a in arguments))


@njit
def splitmix64(seed, counter):
    """64 random bits for (seed, counter): the finaliser of splitmix64.

    A counter needs no state, so any thread can draw any number.
    """
    z = np.uint64(seed) + np.uint64(counter + 1) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@njit
def drop(values, seed, threshold, scale, out, start, stop):
    """out_e = scale·values_e where the upper 32 random bits of (seed, e) reach the threshold, else 0."""
    for e in range(start, stop):
        kept = (splitmix64(seed, e) >> np.uint64(32)) >= threshold
        out[e] = values[e] * scale if kept else np.float32(0)


@njit(fastmath=FAST)
def csr_product(indptr, indices, values, dense, out, start, stop):
    """out_i = Σ_e values_e · dense[indices_e]; zero values cost nothing."""
    width = dense.shape[1]
    column = np.zeros(4, np.uint64)
    weight = np.zeros(4, np.float32)
    for i in range(start, stop):
        row = out[i]
        for t in range(width):
            row[t] = 0
        e, last = indptr[i], indptr[i + 1]
        while e < last:
            filled = 0
            while filled < 4 and e < last:
                if values[e] != 0:
                    column[filled] = indices[e]
                    weight[filled] = values[e]
                    filled += 1
                e += 1
            # Four rows at a time: the sum stays in registers four times longer.
            for rest in range(filled, 4):
                column[rest] = column[0]
                weight[rest] = 0
            a, b, c, d = dense[column[0]], dense[column[1]], dense[column[2]], dense[column[3]]
            wa, wb, wc, wd = weight[0], weight[1], weight[2], weight[3]
            for t in range(width):
                row[t] += wa * a[t] + wb * b[t] + wc * c[t] + wd * d[t]


@njit
def row_max(indptr, indices, h, out, winner, start, stop):
    """out_i = entrywise maximum of the rows h_j, j in row i; winner_i = which j, the first on a tie."""
    for i in range(start, stop):
        first = indices[indptr[i]]
        for t in range(h.shape[1]):
            out[i, t] = h[first, t]
            winner[i, t] = first
        for e in range(indptr[i] + 1, indptr[i + 1]):
            j = indices[e]
            for t in range(h.shape[1]):
                if h[j, t] > out[i, t]:
                    out[i, t] = h[j, t]
                    winner[i, t] = j


@njit
def row_max_gradient(indptr, indices, grad, winner, out, start, stop):
    """out_j = Σ grad_i over the i in row j of the transposed matrix, where j was the winner of i."""
    for j in range(start, stop):
        out[j] = 0
        for e in range(indptr[j], indptr[j + 1]):
            i = indices[e]
            for t in range(grad.shape[1]):
                if winner[i, t] == j:
                    out[j, t] += grad[i, t]


@njit(fastmath=FAST)
def _row_product(a, b):
    total = np.float32(0)
    for t in range(len(a)):
        total += a[t] * b[t]
    return total


@njit(fastmath=FAST, error_model="numpy")
def unit_rows(h, out, inverse_norm, start, stop):
    """out_i = h_i/‖h_i‖ and inverse_norm_i = 1/‖h_i‖; both 0 for a row of zeros."""
    for i in range(start, stop):
        square = _row_product(h[i], h[i])
        inverse = np.float32(1) / np.sqrt(square) if square > 0 else np.float32(0)
        inverse_norm[i] = inverse
        for t in range(h.shape[1]):
            out[i, t] = h[i, t] * inverse


@njit(fastmath=FAST)
def pair_products(u, partner, out, start, stop):
    """out_i = u_i · u[partner_i], without a copy of the partners' rows."""
    for i in range(start, stop):
        out[i] = _row_product(u[i], u[partner[i]])


@njit(fastmath=FAST, error_model="numpy")
def sampled_shares(x, length, batch, w, tau, n, log_z, own_share, start, stop):
    """`shares` of `n2n.methods.n2n.sampled` row by row, in place: products in, shares of the gradient out."""
    m = len(batch)
    each = 1 / (n * tau)
    for i in range(start, stop):
        row = x[i]
        kappa = row[m] / tau
        own = length[i] * length[i] / tau - kappa
        top = max(own, np.float32(0))
        linear = 1 - (1 + own) / n
        for k in range(m):
            row[k] = np.float32(0) if batch[k] == i else row[k] / tau - kappa
            top = max(top, row[k])
            linear -= w[k] * (1 + row[k])
        low, e_own = np.exp(-top), np.exp(own - top)
        a = linear * low + e_own / n
        for k in range(m):
            row[k] = np.exp(row[k] - top)
            a += w[k] * row[k]
        log_z[i] = kappa + top + np.log(a)
        scale = each / a
        own_share[i] = (e_own - low) * scale / n
        rest = each - own_share[i]
        for k in range(m):
            row[k] = (row[k] - low) * scale
            rest -= w[k] * row[k]
        row[m] = rest


@njit(fastmath=FAST)
def finish_gradient(g, constant, own, indptr, indices, values, u, pull, inverse_norm, scale, start, stop):
    """In place: g_i ← scale·J_i (g_i + constant + own_i·u_i − pull·Σ_e values_e·u[indices_e]).

    J_i = (I − u_i u_iᵀ)/‖h_i‖ leads from the unit vector u_i back to h_i; own_i does not matter then, since
    J_i u_i = 0. An empty `inverse_norm` means J_i = I.
    """
    width = u.shape[1]
    cosine = len(inverse_norm) > 0
    for i in range(start, stop):
        row, unit = g[i], u[i]
        keep = np.float32(0) if cosine else own[i]
        for t in range(width):
            row[t] += constant[t] + keep * unit[t]
        for e in range(indptr[i], indptr[i + 1]):
            other, weight = u[indices[e]], np.float32(pull * values[e])
            for t in range(width):
                row[t] -= weight * other[t]
        along = np.float32(0)
        factor = np.float32(scale)
        if cosine:
            factor *= inverse_norm[i]
            along = _row_product(row, unit)
        for t in range(width):
            row[t] = factor * (row[t] - along * unit[t])
