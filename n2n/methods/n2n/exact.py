"""The exact denominators of InfoNCE, tile by tile.

Z_i = Σ_k exp(u_i·u_k/τ). The Gram matrix is symmetric: a tile for rows a and columns b also holds,
transposed, the tile for rows b and columns a. So only the tiles on and above the diagonal are made, each is
used for both, and none is kept. Memory O(TILE²), time O(N²·width).
"""

import torch

# Rows and columns of a tile: large enough for full speed of the matrix product, small enough for the cache.
TILE = 1024


def forward(u: torch.Tensor, tau: float) -> tuple[torch.Tensor, tuple[torch.Tensor, ...]]:
    """mean_i log Z_i, and what the gradient needs: (log Z,)."""
    log_z = u.new_full((len(u),), -torch.inf)
    for a, b, x in _tiles(u, tau):
        log_z[a] = torch.logaddexp(log_z[a], x.logsumexp(1))
        if a != b:
            log_z[b] = torch.logaddexp(log_z[b], x.logsumexp(0))
    return log_z.mean(), (log_z,)


def gradient(u: torch.Tensor, saved, tau: float, out: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """∂ mean_i log Z_i / ∂u = (P + Pᵀ) u /(nτ) into `out`, P the softmax of each row.

    P + Pᵀ is symmetric as well: a tile Q of it serves the rows a with Q·u_b and the rows b with Qᵀ·u_a.
    Nothing comes on top for all rows, nor along each u_i: zeros are returned for both.
    """
    (log_z,) = saved
    weight = 1 / (len(u) * tau)
    out.zero_()
    for a, b, x in _tiles(u, tau):
        q = torch.exp(x - log_z[a, None]) + torch.exp(x - log_z[b])
        out[a].addmm_(q, u[b], alpha=weight)
        if a != b:
            out[b].addmm_(q.T, u[a], alpha=weight)
    return u.new_zeros(u.shape[1]), u.new_zeros(len(u))


def _tiles(u, tau):
    """(rows, columns, u_rows·u_columnsᵀ/τ) of every tile on and above the diagonal."""
    parts = [slice(start, min(start + TILE, len(u))) for start in range(0, len(u), TILE)]
    for i, a in enumerate(parts):
        for b in parts[i:]:
            yield a, b, (u[a] @ u[b].T).div_(tau)
