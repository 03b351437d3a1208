"""Where the names of points go, so that none covers another name or another point."""

from collections.abc import Sequence

# Pixels: a letter of small print, a line of it, and how far a name stands from its point.
LETTER, LINE, AWAY = 6.4, 14.0, 8.0
_BESIDE = ("middle right", "middle left", "top center", "bottom center")
PLACES = (*_BESIDE, "top right", "top left", "bottom right", "bottom left")


def placed(
    x: Sequence[float], y: Sequence[float], names: Sequence[str], width: float, height: float
) -> list[str | None]:
    """For each point the plotly `textposition` of its name, None where there is no room; first ones first.

    Args:
        x, y: places of the points, between 0 and 1.
        width, height: size of the diagram in pixels.

    >>> placed([0.1, 0.1], [0.5, 0.5], ["a", "b"], 300, 200)
    ['middle right', 'middle left']
    """
    centres = [(px * width, py * height) for px, py in zip(x, y, strict=True)]
    taken = [(cx - 4, cy - 4, cx + 4, cy + 4) for cx, cy in centres]
    found: list[str | None] = []
    for number, ((cx, cy), name) in enumerate(zip(centres, names, strict=True)):
        others = taken[:number] + taken[number + 1 :]
        spots = ((place, _box(cx, cy, place, LETTER * len(name))) for place in PLACES)
        free = next((spot for spot in spots if _fits(spot[1], others, width, height)), None)
        found.append(free[0] if free else None)
        if free:
            taken.append(free[1])
    return found


def _box(x: float, y: float, place: str, length: float) -> tuple[float, float, float, float]:
    """Left, lower, right and upper edge of a name at a place beside its point."""
    vertical, horizontal = place.split()
    left = {"left": x - AWAY - length, "center": x - length / 2, "right": x + AWAY}[horizontal]
    lower = {"bottom": y - AWAY - LINE, "middle": y - LINE / 2, "top": y + AWAY}[vertical]
    return left, lower, left + length, lower + LINE


def _fits(box, others, width: float, height: float) -> bool:
    left, lower, right, upper = box
    if left < 0 or right > width or lower < 0 or upper > height:
        return False
    return all(
        left >= other[2] or right <= other[0] or lower >= other[3] or upper <= other[1] for other in others
    )
