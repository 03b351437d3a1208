"""Printed beside measured numbers as tables, and in plain sentences what reproduces."""

import re
from collections.abc import Sequence

from n2n.files.csv import Table, from_rows
from n2n.paper.comparing import NOT_PRINTED, NOT_REPRODUCED, NOT_RUN, REPRODUCED, Line
from n2n.paper.formatting import difference, words
from n2n.paper.printed import DATASETS, Score, table1
from n2n.paper.results import Summary, load_results, summaries

CLOSE = 1.0
"""Percentage points within which a measured score counts as the printed one."""
MARKS = {REPRODUCED: "✓", NOT_REPRODUCED: "✗", NOT_RUN: "○", NOT_PRINTED: "◇"}
"""A sign for each status, so that colour alone does not tell them apart."""


def marked_status(status: str) -> str:
    """The status with its sign.

    >>> marked_status("reproduced")
    '✓ reproduced'
    """
    return f"{MARKS[status]} {status}"


def measured_scores(results: dict) -> Table:
    """The measured rows of a dataset in the order of the file, as `n2n.paper.results.load_results` reads it.

    Columns: method, measured, measured_sd, seeds, printed, printed_sd (None where the paper has no such row);
    scores are test micro-F1 in per cent.

    >>> row = {"runs": [{"test": 0.85}, {"test": 0.86}]}
    >>> found = measured_scores({"dataset": "cora", "rows": {"N2N-TAPS-1 (JL)": row}})
    >>> found["measured"], found["printed"]
    ([85.5], [85.46])
    """
    found = summaries(results)
    printed = {name: table1().get(name, {}).get(results["dataset"]) for name in found}
    measured = _score_columns("measured", found.values())
    return {"method": list(found), **measured, **_score_columns("printed", printed.values(), seeds=False)}


def expected_scores(dataset: str) -> Table:
    """Test micro-F1 (%) of every method of Table 1 on a dataset, lowest first.

    Columns: method, printed, printed_sd, measured, measured_sd, seeds (None where nothing was measured).

    >>> expected_scores("karate")["method"]
    []
    """
    printed = {name: row[dataset] for name, row in table1().items()} if dataset in DATASETS else {}
    printed = dict(sorted(printed.items(), key=lambda row: row[1].mean))
    found = summaries(load_results(dataset))
    measured = _score_columns("measured", [found.get(name) for name in printed])
    return {"method": list(printed), **_score_columns("printed", printed.values(), seeds=False), **measured}


def _score_columns(name: str, scores, seeds: bool = True) -> Table:
    columns = {name: [score and score.mean for score in scores]}
    columns[f"{name}_sd"] = [score and score.sd for score in scores]
    return columns | ({"seeds": [score and score.seeds for score in scores]} if seeds else {})


def verdict(table: Table) -> tuple[str, ...]:
    """What reproduces and what does not, in plain sentences, from `measured_scores`.

    >>> verdict({"method": ["A", "B"], "measured": [80.0, 70.0], "printed": [80.5, 75.0]})
    ('1 of 2 scores lies within 1 point of the printed one; B is 5.0 points lower.',)
    """
    gaps = {
        name: measured - printed
        for name, measured, printed in zip(table["method"], table["measured"], table["printed"], strict=True)
        if printed is not None
    }
    if not gaps:
        return ()
    far = {name: gap for name, gap in gaps.items() if abs(gap) > CLOSE}
    close = len(gaps) - len(far)
    text = f"{close} of {len(gaps)} scores {'lies' if close == 1 else 'lie'} within {CLOSE:g} point of the"
    text += f" printed {'one' if close == 1 else 'ones'}"
    others = ", ".join(
        f"{name} is {abs(gap):.1f} points {'lower' if gap < 0 else 'higher'}" for name, gap in far.items()
    )
    return (f"{text}{'; ' if others else ''}{others}.", *_choice(table))


def _choice(table: Table) -> tuple[str, ...]:
    """One positive chosen by TAPS against one drawn at random, where both were measured."""
    sentences = []
    for framework in ("JL", "URL"):
        pair = [f"N2N-{sampler}-1 ({framework})" for sampler in ("TAPS", "Random")]
        if not set(pair) <= set(table["method"]):
            continue
        rows = [table["method"].index(name) for name in pair]
        gain, printed = (table[kind][rows[0]] - table[kind][rows[1]] for kind in ("measured", "printed"))
        sentences.append(
            f"{framework}: choosing the one positive by TAPS instead of at random makes a difference of "
            f"{gain:+.1f} points here and {printed:+.1f} in the paper."
        )
    return tuple(sentences)


def counts(lines: Sequence[Line]) -> dict[str, int]:
    """How many of the printed numbers have which status.

    >>> counts([Line("GCN", "cora", 1.0, None, None, NOT_RUN)])
    {'reproduced': 0, 'not reproduced': 0, 'not run yet': 1}
    """
    printed = [line.status for line in lines if line.printed is not None]
    return {status: printed.count(status) for status in (REPRODUCED, NOT_REPRODUCED, NOT_RUN)}


def printed_beside_measured(lines: Sequence[Line], titles: dict[str, str]) -> Table:
    """One row per line, as text; the status with its sign.

    Args:
        titles: names of the columns of the paper's table by their keys.
    """
    return {
        "method": [line.row for line in lines],
        "graph": [titles[line.column] for line in lines],
        "printed": [words(line.printed) for line in lines],
        "measured here": [words(line.measured) for line in lines],
        "runs": [len(line.cells) for line in lines],
        "difference": [difference(line) for line in lines],
        "status": [marked_status(line.status) for line in lines],
    }


def numbers(lines: Sequence[Line]) -> Table:
    """The same as numbers, with how they were made, for a file."""
    pairs = [(mean_sd(line.printed), mean_sd(line.measured)) for line in lines]
    return {
        "row": [line.row for line in lines],
        "column": [line.column for line in lines],
        "printed": [printed[0] for printed, _ in pairs],
        "printed_sd": [printed[1] for printed, _ in pairs],
        "measured": [
            words(line.measured) if isinstance(line.measured, dict) else measured[0]
            for line, (_, measured) in zip(lines, pairs, strict=True)
        ],
        "measured_sd": [measured[1] for _, measured in pairs],
        "runs": [len(line.cells) for line in lines],
        "difference": [line.difference for line in lines],
        "status": [line.status for line in lines],
        "split": [line.cells[0].split if line.cells else None for line in lines],
        "command": [line.cells[-1].command if line.cells else None for line in lines],
        "machine": [_machine(line) for line in lines],
    }


def _machine(line: Line) -> str | None:
    machine = line.cells[-1].machine if line.cells else {}
    return f"{machine.get('processor')}, {machine.get('cores')} cores" if machine else None


def mean_sd(value) -> tuple[float | None, float | None]:
    """Mean and standard deviation of a printed or measured value, as far as it has them.

    >>> mean_sd(Score(84.72, 0.08)), mean_sd(1.68), mean_sd(None)
    ((84.72, 0.08), (1.68, None), (None, None))
    """
    if isinstance(value, Score | Summary):
        return value.mean, value.sd
    return (value, None) if isinstance(value, float | int) else (None, None)


def curve_of(row: str) -> tuple[str, int]:
    """The curve of Figure 3 to which a row belongs, and its k.

    >>> curve_of("N2N-TAPS-3 (JL)"), curve_of("GraphSAGE-Mean-Random-2")
    (('N2N-TAPS (JL)', 3), ('GraphSAGE-Mean-Random', 2))
    """
    found = re.fullmatch(r"(.+)-(\d+)( \(\w+\))?", row)
    if found is None:
        raise ValueError(f"{row!r} is not a row of Figure 3: its name has no k.")
    name, k, end = found.groups()
    return name + (end or ""), int(k)


def smoothness(lines: Sequence[Line]) -> Table:
    """Figure 4 of one dataset with the columns of `n2n.sampling.tables.smoothness`, as far as it was run."""
    found = {line.row: line.measured for line in lines if isinstance(line.measured, dict)}
    rows = []
    for k in ("1", "2", "3", "4", "5", "all"):
        taps = found.get("All" if k == "all" else f"TAPS-{k}")
        random = taps if k == "all" else found.get(f"Random-{k}")
        if taps and random:
            rows += [(k, per, taps[per], random[per], 0.0) for per in ("sampled", "graph")]
    return from_rows(("k", "per", "taps", "random_mean", "random_sd"), rows)
