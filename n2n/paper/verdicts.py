"""Measured against printed: the protocol, the rule for a verdict, and the counts of verdicts."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from n2n.graph.splits import PROTOCOLS
from n2n.methods.base import MethodSettings
from n2n.methods.identity import MethodName
from n2n.paper import reference
from n2n.paper.experiments import INFERENCE, STRUCTURE, Experiment, find_experiment
from n2n.paper.intervals import FEWEST
from n2n.paper.results import PROVENANCE, SCORES
from n2n.training.selection import BEST_TEST, RULES, VALIDATION, check_selection, mark
from n2n.training.tables import duration

REPRODUCED, ABOVE, BELOW = "reproduced", "above", "below"
SAME_ORDER, OTHER_ORDER = "same order", "other order"
TOO_FEW, NOT_RUN = "too few runs", "not run"
NOT_PRINTED = "no printed number"
NOT_COMPARED = "not compared"
"""In place of a verdict, for the time that others are compared with, and for one printed as equal to it."""
SCORE_VERDICTS = (REPRODUCED, ABOVE, BELOW, TOO_FEW, NOT_RUN)
TIME_VERDICTS = (SAME_ORDER, OTHER_ORDER, NOT_RUN)
"""The machines differ, so that no time itself can be reproduced."""
SIGNS = {
    REPRODUCED: "✓", ABOVE: "▲", BELOW: "▼", SAME_ORDER: "=", OTHER_ORDER: "≠", TOO_FEW: "◔", NOT_RUN: "○",
    NOT_PRINTED: "◇", NOT_COMPARED: "□",
}  # fmt: skip
"""A sign for each verdict, so that they differ in more than their colour."""
POINTS = 1.0
"""A difference of at most this many points counts as reproduced."""
REFERENCE_METHOD = "N2N-TAPS-1 (JL)"
"""The method whose time others are compared with."""
LONG = 600.0
"""Seconds of a run that is not repeated with another seed."""
SELECTION = RULES[VALIDATION]
PROBES = MethodSettings.specs()["probe"].choices
_PROBE_NAMES = {"logistic": "logistic regression", "softmax": "the released softmax layer with dropout"}


@dataclass(frozen=True)
class Protocol:
    """The rules under which a score counts: the epoch, the linear probe, the split.

    >>> Protocol().description
    'Paper split; test micro-F1 at the epoch of the best validation micro-F1; probe: logistic regression'
    """

    selection: str = VALIDATION
    probe: str = PROBES[0]
    split: str = "paper"

    def __post_init__(self):
        check_selection(self.selection)
        for name, value, known in (("probe", self.probe, PROBES), ("split", self.split, PROTOCOLS)):
            if value not in known:
                choices = ", ".join(map(repr, known))
                raise ValueError(f"{name} is {value!r}: expected one of {choices}.")

    @property
    def description(self) -> str:
        """All of it, for a caption."""
        rule, probe = RULES[self.selection], _PROBE_NAMES[self.probe]
        return f"{self.split.capitalize()} split; {rule}; probe: {probe}"

    @property
    def on_test_nodes(self) -> bool:
        """Whether the epoch is selected on test nodes, so that every number needs its mark."""
        return self.selection == BEST_TEST

    def scores(self, results: pd.DataFrame) -> pd.DataFrame:
        """The accuracies under this probe and split, with the column `score` (%)."""
        kept = (results.kind == "accuracy") & (results.split == self.split)
        found = results[kept & results.probe.isin(["", self.probe])]
        return found.assign(score=100 * found[SCORES[self.selection]])


DEFAULT = Protocol()
"""What this project reports: nothing is selected on test nodes."""


def runs_of(
    name: str, results: pd.DataFrame, protocol: Protocol = DEFAULT, datasets: Iterable[str] | None = None
) -> pd.DataFrame:
    """The measurements behind a table or figure, with the column `column` of the table.

    Only those with the settings of today's recipes count; any seed does.
    """
    experiment = find_experiment(name)
    found = results[results.by_recipe & (results.kind == experiment.kind)]
    if experiment.kind == "accuracy":
        found = protocol.scores(found)
    rows = [row.removesuffix(INFERENCE) for row in experiment.rows]
    _, chosen = experiment.choose(None, datasets)
    found = found[found.row.isin(rows) & found.dataset.isin(chosen)]
    if experiment.draws:
        found = found[found.sampling_seed.isin(experiment.draws)]
        return found.assign(column=found.dataset + " " + found.sampling_seed.astype(str))
    return found[found.sampling_seed == found.seed].assign(column=found.dataset)


def compare(
    name: str,
    results: pd.DataFrame,
    rows: Iterable[str] | None = None,
    datasets: Iterable[str] | None = None,
    protocol: Protocol = DEFAULT,
) -> pd.DataFrame:
    """All numbers of a table or figure, row by row: what is printed, what was measured, and the verdict.

    Columns: row, column, dataset, printed, printed_sd, measured, measured_sd, runs, difference (points, or
    the measured time over the printed one), verdict, note, selection, and the provenance of the last
    measurement. A figure without printed numbers has its values in the columns sampled, graph and facts.
    """
    experiment = find_experiment(name)
    shown, chosen = experiment.choose(rows, datasets)
    cells = [(one, key) for one in experiment.rows for key in chosen]
    numbers = pd.DataFrame(
        [(row, column, key) for row, key in cells for column in experiment.columns(key)],
        columns=["row", "column", "dataset"],
    ).assign(printed=np.nan, printed_sd=np.nan)
    if experiment.reference:
        printed = reference.printed(experiment.reference).drop(columns="dataset")
        numbers = numbers.drop(columns=["printed", "printed_sd"]).merge(printed, "left", ["row", "column"])
    runs = runs_of(name, results, protocol, chosen)
    found = numbers.merge(_measured(experiment, runs), "left", ["row", "column"])
    found["runs"] = found.runs.fillna(0).astype(int)
    found = _judge_times(found) if experiment.kind == "time" else _judge_scores(found)
    alone = (found.runs == 1) & (found.seconds > LONG)
    reasons = [f"one seed: a run takes {duration(seconds)}" for seconds in found.seconds.fillna(0)]
    found["note"] = found.note.mask(alone, reasons)
    if experiment.kind == "accuracy":
        known = results[(results.kind == "accuracy") & results.by_recipe & (results.split == protocol.split)]
        pairs = set(zip(known.row, known.dataset, strict=True))
        is_known = np.array([pair in pairs for pair in zip(found.row, found.dataset, strict=True)], bool)
        found["note"] = found.note.mask(found.measured.isna() & is_known, "not measured under this protocol")
    found["selection"] = protocol.selection if experiment.kind == "accuracy" else ""
    found = found.set_index("row").loc[[row for row in shown if row in set(found.row)]]
    return found.reset_index()


def _measured(experiment: Experiment, runs: pd.DataFrame) -> pd.DataFrame:
    """One row per row and column that has been measured."""
    runs = runs.sort_values("seed", kind="stable")
    if experiment.kind == "accuracy":
        runs = runs[runs.score.notna()].assign(value=lambda one: one.score)
    elif experiment.kind == "time":
        inference = runs.assign(row=runs.row + INFERENCE, value=runs.inference_ms)
        runs = pd.concat([runs.assign(value=runs.ms), inference])
    else:
        runs = runs.assign(value=np.nan)
    groups = runs.groupby(["row", "column"], sort=False)
    last = groups[[*PROVENANCE, "split", "probe", "facts", "parameters", "seconds"]].last()
    is_time = experiment.kind == "time"
    measured = groups.value.min().round(3) if is_time else groups.value.mean().round(2)
    sd = groups.value.std().round(2).fillna(0.0) if experiment.kind == "accuracy" else np.nan
    shares = {}
    if experiment.kind in STRUCTURE:
        for name in ("sampled", "graph"):
            shares |= {name: groups[name].mean(), f"{name}_sd": groups[name].std()}
    validation = (100 * groups.val.mean()).round(2)
    found = last.assign(
        measured=measured, measured_sd=sd, runs=groups.size(), validation=validation, **shares
    )
    return found.reset_index()


def _judge_scores(found: pd.DataFrame) -> pd.DataFrame:
    """Reproduced: within a point, or within two standard errors of the difference."""
    difference = (found.measured - found.printed).round(2)
    error = np.sqrt(found.measured_sd**2 / found.runs.clip(1) + found.printed_sd**2 / reference.RUNS)
    within = difference.abs() <= np.maximum(POINTS, 2 * error) + 1e-9
    verdict = np.select(
        [found.runs == 0, found.printed.isna(), found.runs < FEWEST, within, difference > 0],
        [NOT_RUN, NOT_PRINTED, TOO_FEW, REPRODUCED, ABOVE],
        BELOW,
    )
    return found.assign(difference=difference, verdict=verdict, note="")


def _judge_times(found: pd.DataFrame) -> pd.DataFrame:
    """Whether each method is on the printed side of the reference method, slower or faster."""
    is_inference = found.row.str.endswith(INFERENCE)
    is_reference = found.row.str.removesuffix(INFERENCE) == REFERENCE_METHOD
    key = [found.column, is_inference]
    sides = {}
    for name in ("measured", "printed"):
        base = found[name].where(is_reference).groupby(key).transform("max")
        sides[name] = np.sign(found[name] - base)
    here, there = sides["measured"], sides["printed"]
    verdict = np.select(
        [there == 0, there.notna() & here.notna(), found.printed.isna() & found.measured.notna()],
        [NOT_COMPARED, np.where(here * there > 0, SAME_ORDER, OTHER_ORDER), NOT_PRINTED],
        NOT_RUN,
    )
    base_name = REFERENCE_METHOD + np.where(is_inference, INFERENCE, "")
    note = np.select(
        [
            (there == 0) & is_reference,
            there == 0,
            there.notna() & here.isna() & found.measured.notna(),
        ],
        [
            "the others are compared with it",
            "printed as equal to " + base_name,
            "no verdict: " + base_name + " has not been run",
        ],
        "",
    )
    return found.assign(difference=found.measured / found.printed, verdict=verdict, note=note)


def as_text(compared: pd.DataFrame) -> pd.DataFrame:
    """The numbers of `compare` as text, with the mark of those that were selected on test nodes."""
    rows = []
    for one in compared.to_dict("records"):
        printed, measured = (score_of(one, field) for field in ("printed", "measured"))
        difference = "–" if pd.isna(one["difference"]) else f"{one['difference']:+.2f}"
        if not one["selection"] and difference != "–":
            difference = f"× {one['difference']:.1f}"
        rows.append((one["row"], one["column"], printed, measured, one["runs"], difference))
    names = ["method", "graph", "printed", "measured here", "runs", "difference"]
    return pd.DataFrame(rows, columns=names).assign(
        verdict=compared.verdict.to_numpy(), note=compared.note.to_numpy()
    )


def summary(scores: Sequence[float], selection: str = VALIDATION) -> str:
    """Mean and standard deviation of scores from 0 to 1, in per cent.

    >>> summary([0.8, 0.9])
    '85.00 ± 7.07 (2 seeds)'
    """
    values = 100 * pd.Series(list(scores))
    sd = 0.0 if len(values) == 1 else values.std()
    seeds = f"{len(values)} seed{'s' if len(values) != 1 else ''}"
    return f"{values.mean():.2f} ± {sd:.2f} ({seeds}){mark(selection)}"


def score_of(one: Mapping[Any, Any], field: str) -> str:
    """The printed or measured value of a row of `compare`; a dash where there is none."""
    if field == "measured" and one["runs"] and pd.isna(one[field]):
        return _facts(one)
    if pd.isna(one[field]):
        return "–"
    if not one["selection"]:
        return f"{one[field]:.2f} ms"
    runs = one["runs"] if field == "measured" else reference.RUNS
    text = reference.score_text(one[field], one[f"{field}_sd"], runs)
    return text + (mark(one["selection"]) if field == "measured" else "")


def _facts(one: Mapping[Any, Any]) -> str:
    """What was measured for a figure without numbers."""
    if not one["facts"]:
        return f"{one['sampled']:.3f} of the pairs, {one['graph']:.3f} of all edges"
    facts = json.loads(one["facts"])
    if "purity" in facts:
        return f"{facts['subgraphs']:,}, the largest {facts['largest']:,}, purity {facts['purity']:.3f}"
    return "purity by size " + " ".join(f"{row['purity']:.2f}" for row in facts["rows"])


N2N, BASELINES = "N2N", "baselines"
PRINTED_TABLES = ("table1", "table2", "table3")


def count(name: str, compared: pd.DataFrame) -> pd.DataFrame:
    """How many printed numbers of a table got each verdict: rows of N2N and those of the baselines apart.

    Columns: name, title, group, numbers, and one for each verdict. What has no verdict is not counted.

    >>> from n2n.paper.results import combine
    >>> count("table1", compare("table1", combine([]))).numbers.tolist()
    [84, 96]
    """
    experiment = find_experiment(name)
    known = TIME_VERDICTS if experiment.kind == "time" else SCORE_VERDICTS
    judged = compared[compared.printed.notna() & compared.verdict.isin(known)]
    group = [N2N if MethodName.parse(row.removesuffix(INFERENCE)).is_n2n else BASELINES for row in judged.row]
    table = pd.crosstab(pd.Series(group, judged.index, name="group"), judged.verdict)
    table = table.reindex(index=[one for one in (N2N, BASELINES) if one in group], columns=list(known))
    table = table.fillna(0).astype(int)
    numbers = table.sum(axis=1)
    titles = [f"{experiment.title}, {one}" for one in table.index]
    table = table.reset_index()
    table.insert(0, "name", name)
    table.insert(1, "title", titles)
    table.insert(3, "numbers", numbers.to_numpy())
    return table


def count_all(results: pd.DataFrame, protocol: Protocol = DEFAULT) -> pd.DataFrame:
    """The counts of all tables with printed numbers; a verdict that a table does not know is missing."""
    tables = [count(name, compare(name, results, protocol=protocol)) for name in PRINTED_TABLES]
    return pd.concat(tables, ignore_index=True)


def count_table(counts: pd.DataFrame) -> pd.DataFrame:
    """The counts as text for a page or a terminal, with the verdicts that occur."""
    names = [
        name for name in dict.fromkeys(SCORE_VERDICTS + TIME_VERDICTS) if counts.get(name, pd.Series()).any()
    ]
    cells = {name: ["–" if pd.isna(value) else f"{value:.0f}" for value in counts[name]] for name in names}
    return pd.DataFrame({"table and rows": counts.title, "numbers": counts.numbers, **cells})


def quote(counts: pd.DataFrame, protocol: Protocol = DEFAULT) -> list[str]:
    """One sentence per count, each of which is true when it is quoted alone.

    >>> from n2n.paper.results import combine
    >>> quote(count("table1", compare("table1", combine([]))))[0][:65]
    'Of the 84 accuracies of N2N in Table 1, **0 are reproduced** (wit'
    """
    return [_sentence(row, protocol) for row in counts.to_dict("records")]


def _sentence(found: dict, protocol: Protocol) -> str:
    experiment = find_experiment(found["name"])
    timed = experiment.kind == "time"
    whose = "N2N" if found["group"] == N2N else "the baselines"
    whose += " with random positives" if experiment.draws else ""
    good = int(found[SAME_ORDER if timed else REPRODUCED])
    bold = f"**{good} {'is' if good == 1 else 'are'}"
    if timed:
        text = (
            f"Of the {found['numbers']} times of {whose} that {experiment.title} prints as longer or shorter "
            f"than that of {REFERENCE_METHOD}, {bold} on the same side here** and {int(found[OTHER_ORDER])} "
            "on the other; the times themselves are not compared, since the machines differ"
        )
    else:
        text = (
            f"Of the {found['numbers']} accuracies of {whose} in {experiment.title}, {bold} reproduced** "
            f"(within {POINTS:g} point or the sampling error), {int(found[ABOVE])} came out above and "
            f"{int(found[BELOW])} below"
        )
    is_default = protocol == DEFAULT or timed
    reasons = {
        TOO_FEW: f"fewer than {FEWEST} runs",
        NOT_RUN: "not been run" if is_default else "no score under this protocol",
    }
    for verdict, words in reasons.items():
        number = found.get(verdict, 0)
        if number > 0:  # false for a verdict that the table does not know, whose number is missing
            text += f"; {int(number)} {'has' if number == 1 else 'have'} {words}"
    if not is_default:
        text += f"; {protocol.description[0].lower()}{protocol.description[1:]}"
    return f"{text}."
