"""Accuracies that the authors of newer methods published, each with the protocol that it belongs to."""

import tomllib
from dataclasses import dataclass
from functools import cache

from n2n.files.assets import ASSETS
from n2n.files.csv import Table, from_rows
from n2n.methods.recipes import DATASETS

_FILE = ASSETS / "paper" / "published.toml"


@dataclass(frozen=True)
class Published:
    """One number of a paper."""

    method: str
    dataset: str
    mean: float
    """Test accuracy in per cent."""
    sd: float | None
    """None where only the mean could be checked."""
    split: str
    selection: str
    paper: str
    checked: str
    """Where the number was checked."""

    @property
    def score(self) -> str:
        """The number as text.

        >>> published("BGRL", "photo")[0].score
        '93.17 ± 0.30'
        """
        return f"{self.mean:.2f}" if self.sd is None else f"{self.mean:.2f} ± {self.sd:.2f}"


@cache
def _all() -> tuple[Published, ...]:
    found = []
    for source in tomllib.loads(_FILE.read_text(encoding="utf-8"))["source"]:
        scores = {dataset: source.pop(dataset) for dataset in DATASETS if dataset in source}
        for dataset, score in scores.items():
            found.append(Published(dataset=dataset, mean=score["mean"], sd=score.get("sd"), **source))
    return tuple(found)


def published(method: str = "", dataset: str = "") -> list[Published]:
    """The published numbers of a method, on a dataset; "" for every one.

    >>> {one.method for one in published(dataset="physics")} == {"BGRL", "GCN-tuned"}
    True
    """
    return [one for one in _all() if method in ("", one.method) and dataset in ("", one.dataset)]


def published_table(found: list[Published], measured: dict[tuple[str, str], str]) -> Table:
    """One row per published number, with what was measured here beside it.

    Args:
        measured: the score here by (method, dataset), as text.
    """
    names = ("dataset", "method", "published", "their split", "their selection", "measured here", "paper")
    rows = [
        (
            one.dataset,
            one.method,
            one.score,
            one.split,
            one.selection,
            measured.get((one.method, one.dataset), "–"),
            one.paper,
        )
        for one in found
    ]
    return from_rows(names, rows)
