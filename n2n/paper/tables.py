"""Printed and measured numbers in words and in tables, and what is reproduced in plain sentences."""

from collections.abc import Iterable, Sequence

from n2n.files.csv import Table, from_rows
from n2n.methods.identity import MethodName
from n2n.paper.experiments import SIZES
from n2n.paper.plan import takes_long
from n2n.paper.printed import Score
from n2n.paper.rows import sampling_row
from n2n.paper.store import Cell
from n2n.paper.summary import Summary, score_text
from n2n.paper.verdicts import (
    ABOVE,
    BELOW,
    NOT_COMPARED,
    NOT_PRINTED,
    NOT_RUN,
    OTHER_ORDER,
    REPRODUCED,
    RUNS_OF_THE_PAPER,
    SAME_ORDER,
    TOO_FEW,
    Comparison,
)
from n2n.taps.samplers import ALL
from n2n.training.tables import duration

MARKS = {
    REPRODUCED: "✓",
    ABOVE: "▲",
    BELOW: "▼",
    SAME_ORDER: "=",
    OTHER_ORDER: "≠",
    TOO_FEW: "◔",
    NOT_RUN: "○",
    NOT_PRINTED: "◇",
    NOT_COMPARED: "□",
}
"""A sign for each verdict, so that colour alone does not tell them apart."""


def marked(verdict: str) -> str:
    """The verdict with its sign.

    >>> marked("reproduced")
    '✓ reproduced'
    """
    return f"{MARKS[verdict]} {verdict}"


def words(value) -> str:
    """A score, a time or the facts of a figure; a dash where there is none.

    >>> words(Score(84.72, 0.08)), words(Summary(84.7, 0.0, 1)), words(1.68), words(None)
    ('84.72 ± 0.08', '84.70', '1.68 ms', '–')
    """
    if value is None:
        return "–"
    if isinstance(value, float | int):
        return f"{value:.2f} ms"
    if isinstance(value, dict):
        return _facts(value)
    if isinstance(value, Summary):
        return value.text
    return score_text(value.mean, value.sd, RUNS_OF_THE_PAPER)


def _facts(values: dict) -> str:
    if "sampled" in values:
        return f"{values['sampled']:.3f} of the pairs, {values['graph']:.3f} of all edges"
    if "largest" in values:
        return f"{values['subgraphs']:,}, the largest {values['largest']:,}, purity {values['purity']:.3f}"
    return "purity by size " + " ".join(f"{row['purity']:.2f}" for row in values["rows"])


def difference(comparison: Comparison) -> str:
    """Points for scores, a factor for times."""
    if comparison.difference is None:
        return "–"
    factor = isinstance(comparison.measured, float)
    return f"× {comparison.difference:.1f}" if factor else f"{comparison.difference:+.2f}"


def scores(comparisons: Sequence[Comparison]) -> Table:
    """Printed and measured scores of one dataset: test micro-F1 in per cent, None where there is none.

    Columns: method, printed, printed_sd, measured, measured_sd, seeds, verdict.

    >>> one = Comparison("GCN", "cora", Score(84.72, 0.08), Summary(85.0, 0.2, 5), 0.28, REPRODUCED)
    >>> scores([one])["measured"], scores([one])["verdict"]
    ([85.0], ['reproduced'])
    """
    names = ("method", "printed", "printed_sd", "measured", "measured_sd", "seeds", "verdict")
    rows = [
        (one.row, *mean_sd(one.printed), *mean_sd(one.measured), len(one.cells) or None, one.verdict)
        for one in comparisons
    ]
    return from_rows(names, rows)


def printed_beside_measured(comparisons: Iterable[Comparison]) -> Table:
    """One row per comparison, as text."""
    names = ("method", "graph", "printed", "measured here", "runs", "difference", "verdict", "note")
    rows = []
    for one in comparisons:
        both = words(one.printed), words(one.measured)
        rows.append((one.row, one.column, *both, len(one.cells), difference(one), one.verdict, remark(one)))
    return from_rows(names, rows)


def remark(comparison: Comparison) -> str:
    """What a reader must know of a number: why there is none, or why there is a single run.

    >>> remark(Comparison("GCN", "cora", Score(84.72, 0.08), None, None, NOT_RUN))
    ''
    """
    if takes_long(comparison.cells):
        return f"one seed: a run takes {duration(comparison.cells[0].seconds)}"
    return comparison.lacking


def numbers(comparisons: Sequence[Comparison]) -> Table:
    """The same as numbers, with how they were made, for a file."""
    found = scores(comparisons)
    facts = [words(one.measured) if isinstance(one.measured, dict) else None for one in comparisons]
    last = [one.cells[-1] if one.cells else None for one in comparisons]
    return {
        "row": found["method"],
        "column": [one.column for one in comparisons],
        "printed": found["printed"],
        "printed_sd": found["printed_sd"],
        "measured": [text or mean for text, mean in zip(facts, found["measured"], strict=True)],
        "measured_sd": found["measured_sd"],
        "runs": [len(one.cells) for one in comparisons],
        "difference": [one.difference for one in comparisons],
        "verdict": found["verdict"],
        "split": [one.cells[0].split if one.cells else None for one in comparisons],
        "selection": [getattr(one.measured, "selection", None) for one in comparisons],
        "validation": [_validation(one.cells) for one in comparisons],
        "parameters": [cell and cell.values.get("parameters") for cell in last],
        "versions": [_versions(cell) if cell else None for cell in last],
        "note": [remark(one) for one in comparisons],
        "command": [cell and cell.command for cell in last],
        "machine": [_machine(cell) if cell else None for cell in last],
    }


def _validation(cells: Sequence[Cell]) -> float | None:
    """Mean validation micro-F1 (%) at the best validation epoch."""
    known = [cell.values["val"] for cell in cells if "val" in cell.values]
    return Summary.of(known).mean if known else None


def _versions(cell: Cell) -> str | None:
    known = {name: cell.environment.get(name) for name in ("python", "torch", "numpy")}
    return ", ".join(f"{name} {version}" for name, version in known.items() if version) or None


def _machine(cell: Cell) -> str | None:
    if not cell.machine:
        return None
    instructions = cell.environment.get("instructions")  # cells of earlier versions do not say
    known = [cell.machine.get("processor"), f"{cell.machine.get('cores')} cores", instructions]
    return ", ".join(filter(None, known))


def mean_sd(value) -> tuple[float | None, float | None]:
    """Mean and standard deviation of a printed or measured value, None where it has none.

    >>> mean_sd(Score(84.72, 0.08)), mean_sd(1.68), mean_sd(None)
    ((84.72, 0.08), (1.68, None), (None, None))
    """
    if isinstance(value, Score | Summary):
        return value.mean, value.sd
    return (value, None) if isinstance(value, float | int) else (None, None)


def curve_of(row: str) -> tuple[tuple[str, str, str], int]:
    """The curve of Figure 3 to which a row belongs (base, framework, sampler), and its k.

    >>> curve_of("N2N-TAPS-3 (JL)"), curve_of("GraphSAGE-Mean-Random-2")
    ((('N2N', 'JL', 'taps'), 3), (('GraphSAGE-Mean', '', 'random'), 2))
    """
    method = MethodName.parse(row)
    return (method.base, method.framework, method.sampler), int(method.k)


def smoothness(comparisons: Sequence[Comparison]) -> Table:
    """Figure 4 of one dataset with the columns of `n2n.taps.tables.smoothness`; only what was run."""
    found = {one.row: one.measured for one in comparisons if isinstance(one.measured, dict)}
    rows = []
    for k in (*SIZES, ALL):
        taps, random = (found.get(sampling_row(sampler, k)) for sampler in ("taps", "random"))
        if taps and random:
            for per in ("sampled", "graph"):
                rows.append((str(k), per, taps[per], random[per], random.get(f"{per}_sd", 0.0)))
    return from_rows(("k", "per", "taps", "random_mean", "random_sd"), rows)
