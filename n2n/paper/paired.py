"""Does TAPS beat a random neighbour? Paired runs: the same seed with positives by TAPS and by chance."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from n2n.files.csv import Table, from_rows
from n2n.methods.identity import N2N, MethodName
from n2n.paper.experiments import PAIRED, PAIRED_FRAMEWORKS, PAIRED_SIZES
from n2n.paper.protocol import DEFAULT, Protocol
from n2n.paper.store import Cell
from n2n.paper.summary import FEWEST, decide, interval
from n2n.paper.verdicts import compare
from n2n.training.selection import mark


@dataclass(frozen=True)
class Paired:
    """TAPS minus random on one graph: points of test micro-F1 with the confidence interval of their mean."""

    dataset: str
    framework: str
    k: int
    pairs: int
    mean: float
    low: float
    high: float
    selection: str

    @property
    def verdict(self) -> str:
        """Which of the two is better, where the interval says so."""
        return decide(self.low, self.high, "TAPS is better", "random is better")


def gains(ours: Iterable[Cell], others: Iterable[Cell], protocol: Protocol = DEFAULT) -> dict[int, float]:
    """The score of one method minus that of another in points, for each seed that has both.

    Cells without the score of the best test epoch do not count: they were measured with earlier versions of
    the program, which drew other random numbers, so that two runs with one seed would be no pair.
    """
    first, second = (
        {cell.seed: protocol.score(cell) for cell in cells if "best_test" in cell.values}
        for cells in (ours, others)
    )
    pairs = ((seed, score, second.get(seed)) for seed, score in first.items())
    return {seed: 100 * (a - b) for seed, a, b in pairs if a is not None and b is not None}


def paired_differences(
    cells: Sequence[Cell], protocol: Protocol = DEFAULT, datasets: Iterable[str] | None = None
) -> list[Paired]:
    """The differences of all graphs, frameworks and k with enough pairs, by today's recipes."""
    compared = compare(PAIRED.name, cells, datasets=datasets, protocol=protocol)
    runs = {(one.column, one.row): one.cells for one in compared}
    found = []
    for dataset in dict.fromkeys(one.column for one in compared):
        for framework in PAIRED_FRAMEWORKS:
            for k in PAIRED_SIZES:
                taps, random = (
                    runs[dataset, MethodName(N2N, framework, sampler, k).label]
                    for sampler in ("taps", "random")
                )
                found_gains = gains(taps, random, protocol)
                if len(found_gains) >= FEWEST:
                    ends = interval(list(found_gains.values()))
                    found.append(Paired(dataset, framework, k, len(found_gains), *ends, protocol.selection))
    return found


def paired_table(found: Sequence[Paired]) -> Table:
    """One row per difference, as text."""
    rows = [
        (
            one.dataset,
            one.framework,
            one.k,
            one.pairs,
            f"{one.mean:+.2f}{mark(one.selection)}",
            f"{one.low:+.2f} to {one.high:+.2f}",
            one.verdict,
        )
        for one in found
    ]
    return from_rows(("graph", "framework", "k", "pairs", "TAPS − random", "95% interval", "verdict"), rows)


def paired_sentence(found: Sequence[Paired]) -> str:
    """What comes out, in one sentence."""
    if not found:
        return "No pairs have been measured yet."
    better, worse = (sum(one.verdict == f"{name} is better" for one in found) for name in ("TAPS", "random"))
    short = [one for one in found if one.pairs < PAIRED.seeds]
    so_far = f" {len(short)} of them do not have all of their {PAIRED.seeds} pairs yet." if short else ""
    return (
        f"In {better} of {len(found)} comparisons TAPS is better than random neighbours, in {worse} it is "
        f"worse, and in {len(found) - better - worse} the interval includes zero; if there were no "
        f"difference, about one interval in twenty would still exclude zero by chance.{so_far}"
    )
