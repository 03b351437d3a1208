"""The parts of the README that follow from the results: `python -m tests.readme` writes them again.

A part stands between `<!-- its name -->` and `<!-- end -->`.
"""

import re
import textwrap
from pathlib import Path

from n2n.files.csv import Table
from n2n.graph.catalogue import catalogue
from n2n.paper import stored
from n2n.paper.paired import paired_differences, paired_sentence, paired_table
from n2n.paper.protocol import DEFAULT
from n2n.paper.store import SHIPPED
from n2n.paper.trials import effects, read_trials, summary_table, trial_sentence
from n2n.paper.verdicts import quote, totals

FILE = Path(__file__).parents[1] / "README.md"


def parts() -> dict[str, str]:
    """Every part by its name."""
    cells = stored(SHIPPED)
    return {"verdicts": _verdicts(cells), "paired": _paired(cells), "trials": _trials()}


def filled(text: str) -> str:
    """A README with its parts as the results have them."""
    for name, part in parts().items():
        text = re.sub(rf"(<!-- {name} -->\n).*?(<!-- end -->)", rf"\1{part}\n\2", text, flags=re.S)
    return text


def _verdicts(cells: list) -> str:
    sentences = [textwrap.fill(f"- {one}", 118, subsequent_indent="  ") for one in quote(totals(cells))]
    return "\n".join([*sentences, "", f"{DEFAULT.words}."])


def _paired(cells: list) -> str:
    found = paired_differences(cells)
    table = paired_table(found)
    table["graph"] = [catalogue()[key].title for key in table["graph"]]
    return f"{_rows(table)}\n\n{_wrapped(paired_sentence(found))}"


def _trials() -> str:
    found = effects(read_trials())
    return f"{_rows(summary_table(found))}\n\n{_wrapped(trial_sentence(found))}"


def _rows(table: Table) -> str:
    rows = [list(table), ["---"] * len(table), *zip(*table.values(), strict=True)]
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in rows)


def _wrapped(text: str) -> str:
    return "\n".join(textwrap.wrap(text, 118, break_on_hyphens=False))


if __name__ == "__main__":
    FILE.write_text(filled(FILE.read_text(encoding="utf-8")), encoding="utf-8")
