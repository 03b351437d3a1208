"""What was published: the paper's tables, the accuracies of newer methods, and the known deviations.

Nothing in here was measured by this project; its own measurements are in `n2n.paper.results`.
"""

import tomllib
from functools import cache

import pandas as pd

from n2n.files.assets import ASSETS
from n2n.methods.recipes import DATASETS

FOLDER = ASSETS / "paper"
RUNS = 5
"""Runs behind each printed mean and standard deviation."""
_FILES = {
    "table1": "table1_micro_f1.csv",
    "table2": "table2_random_positives.csv",
    "table3": "table3_ms_per_epoch.csv",
}


@cache
def printed(table: str) -> pd.DataFrame:
    """A table of the paper in long form: row, column, dataset, printed, printed_sd.

    Scores are micro-F1 in per cent. Table 3 has milliseconds without deviations, for an epoch or, where the
    row says so, for inference. A column of Table 2 is a dataset and the seed of the draw, such as "photo 3".

    >>> printed("table1").query("row == 'N2N (URL)' and column == 'cora'").printed.item()
    88.2
    """
    wide = pd.read_csv(FOLDER / _FILES[table])
    long = wide.melt("model", var_name="column", value_name="value").rename(columns={"model": "row"})
    names = long.column.str.lower().str.replace("_seed", " ")
    long["column"] = names.str.replace(r"_(?:mean|std)$", "", regex=True)
    is_sd = names.str.endswith("_std")
    found = long[~is_sd].rename(columns={"value": "printed"})
    deviations = long[is_sd].rename(columns={"value": "printed_sd"})
    found = found.merge(deviations, how="left", on=["row", "column"])
    return found.assign(dataset=found.column.str.split().str[0])


@cache
def rows(table: str) -> tuple[str, ...]:
    """The rows of a table in its order.

    >>> rows("table2")[0]
    'N2N-Random-1 (JL)'
    """
    return tuple(printed(table).row.unique())


def printed_score(row: str, dataset: str) -> tuple[float, float] | None:
    """Mean and standard deviation in Table 1; None where the paper prints no score.

    >>> printed_score("GCN", "cora"), printed_score("GCN", "karate")
    ((84.72, 0.08), None)
    """
    table = printed("table1")
    found = table[(table.row == row) & (table.column == dataset)]
    return None if found.empty else (float(found.printed.iloc[0]), float(found.printed_sd.iloc[0]))


@cache
def published() -> pd.DataFrame:
    """Accuracies (%) that authors of newer methods published, each with its protocol and its source.

    >>> sorted(published().query("dataset == 'physics'").method)
    ['BGRL', 'GCN-tuned']
    """
    entries = []
    for source in tomllib.loads((FOLDER / "published.toml").read_text(encoding="utf-8"))["source"]:
        scores = {dataset: source.pop(dataset) for dataset in DATASETS if dataset in source}
        entries += [{**source, "dataset": dataset, **score} for dataset, score in scores.items()]
    return pd.DataFrame(entries)


@cache
def deviations() -> pd.DataFrame:
    """Where text, released code and this project differ: topic, where, summary; the largest effects first."""
    ledger = tomllib.loads((FOLDER / "deviations.toml").read_text(encoding="utf-8"))
    return pd.DataFrame(ledger["difference"])


def score_text(mean: float, sd: float | None, runs: int) -> str:
    """A score as text; a single run has no spread.

    >>> score_text(84.72, 0.08, 5), score_text(84.7, 0.0, 1)
    ('84.72 ± 0.08', '84.70')
    """
    return f"{mean:.2f}" if runs == 1 or sd is None or pd.isna(sd) else f"{mean:.2f} ± {sd:.2f}"
