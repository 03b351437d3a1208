"""The exact denominators of InfoNCE, tile by tile.

Z_i = Σ_k exp(u_i·u_k/τ). The Gram matrix is symmetric: a tile for rows a and columns b also holds,
transposed, the tile for rows b and columns a. So only the tiles on and above the diagonal are made, each is
used for both, and none is kept. Memory O(TILE²), time O(N²·width).

Where the rows are distributed over ranks, each rank makes the tiles of its rows with all columns. The ranks
gather the vectors once, and their log Z: with these a rank knows the whole gradient of its own vectors, what
they do in the rows of others included, and nothing has to be sent back.
"""

import torch

from n2n.methods.ranks import Shared

# Rows and columns of a tile: large enough for full speed of the matrix product, small enough for the cache.
TILE = 1024


def forward(
    u: torch.Tensor, tau: float, shared: Shared | None = None
) -> tuple[torch.Tensor, tuple[torch.Tensor, ...]]:
    """mean_i log Z_i, and what the gradient needs: log Z, on several ranks also log Z and u of all rows."""
    if shared and shared.size > 1:
        return _forward_on_ranks(u, tau, shared)
    log_z = log_sums(u, tau)
    return log_z.mean(), (log_z,)


def gradient(
    u: torch.Tensor, saved, tau: float, out: torch.Tensor, shared: Shared | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """∂ mean_i log Z_i / ∂u = (P + Pᵀ) u /(nτ) into `out`, P the softmax of each row.

    Nothing comes on top for all rows, nor along each u_i: zeros are returned for both.
    """
    if shared and shared.size > 1:
        return _gradient_on_ranks(u, saved, tau, out, shared.total)
    add_gradient(u, saved[0], tau, out.zero_(), 1 / (len(u) * tau))
    return u.new_zeros(u.shape[1]), u.new_zeros(len(u))


def log_sums(u: torch.Tensor, tau: float, with_own: bool = True) -> torch.Tensor:
    """(N,) log Σ_k exp(u_i·u_k/τ), over all k or over all others."""
    log_z = u.new_full((len(u),), -torch.inf)
    for a, b, x in _tiles(u, tau, with_own):
        log_z[a] = torch.logaddexp(log_z[a], x.logsumexp(1))
        if a != b:
            log_z[b] = torch.logaddexp(log_z[b], x.logsumexp(0))
    return log_z


def add_gradient(u, log_z, tau: float, out: torch.Tensor, weight: float = 1.0, with_own: bool = True) -> None:
    """Add weight·(P + Pᵀ) u to `out`, P the softmax of each row.

    P + Pᵀ is symmetric as well: a tile Q of it serves the rows a with Q·u_b and the rows b with Qᵀ·u_a.
    """
    for a, b, x in _tiles(u, tau, with_own):
        q = torch.exp(x - log_z[a, None]) + torch.exp(x - log_z[b])
        out[a].addmm_(q, u[b], alpha=weight)
        if a != b:
            out[b].addmm_(q.T, u[a], alpha=weight)


def _forward_on_ranks(u, tau, shared):
    every = shared.gather(u)
    log_z = u.new_full((len(u),), -torch.inf)
    for a, b in _rectangles(len(u), len(every)):
        x = (u[a] @ every[b].T).div_(tau)
        log_z[a] = torch.logaddexp(log_z[a], x.logsumexp(1))
    return log_z.sum() * (shared.size / shared.total), (log_z, shared.gather(log_z), every)


def _gradient_on_ranks(u, saved, tau, out, total):
    log_z, every_log_z, every = saved
    out.zero_()
    for a, b in _rectangles(len(u), total):
        x = (u[a] @ every[b].T).div_(tau)
        q = torch.exp(x - log_z[a, None]) + torch.exp(x - every_log_z[b])
        out[a].addmm_(q, every[b], alpha=1 / (total * tau))
    return u.new_zeros(u.shape[1]), u.new_zeros(len(u))


def _parts(count):
    return [slice(start, min(start + TILE, count)) for start in range(0, count, TILE)]


def _rectangles(rows, columns):
    return [(a, b) for a in _parts(rows) for b in _parts(columns)]


def _tiles(u, tau, with_own=True):
    """(rows, columns, u_rows·u_columnsᵀ/τ) of all tiles on and above the diagonal, −∞ on it without own."""
    parts = _parts(len(u))
    for i, a in enumerate(parts):
        for b in parts[i:]:
            x = (u[a] @ u[b].T).div_(tau)
            yield a, b, x if with_own or a != b else x.fill_diagonal_(-torch.inf)
