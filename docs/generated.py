"""A hook of mkdocs that fills in the tables of measured results."""

import re

import pandas as pd

from n2n.paper import compare, load
from n2n.paper.differences import paired_differences, paired_sentence
from n2n.paper.verdicts import as_text, count_all, quote


def on_page_markdown(markdown: str, **_) -> str:
    """Replace `<!-- table NAME -->`, `<!-- counts -->` and `<!-- paired -->` by what the results say."""
    return re.sub(r"<!-- (table (\w+)|counts|paired) -->", lambda match: _content(*match.groups()), markdown)


def _content(kind: str, name: str | None) -> str:
    results = load()
    if name:
        return _by_graph(as_text(compare(name, results)))
    if kind == "counts":
        return "\n".join(f"- {sentence}" for sentence in quote(count_all(results)))
    differences = paired_differences(results)
    return f"{_html(differences)}\n\n{paired_sentence(differences)}"


def _by_graph(table: pd.DataFrame) -> str:
    """One column for each graph: what was measured, what is printed, the verdict."""
    cells = table["measured here"] + "<br>" + table.printed + "<br><em>" + table.verdict + "</em>"
    wide = table.assign(cell=cells).pivot(index="method", columns="graph", values="cell")
    wide = wide.loc[table.method.unique(), table.graph.unique()].rename_axis(columns=None).reset_index()
    return "Each cell: measured, printed, verdict.\n\n" + _html(wide)


def _html(table: pd.DataFrame) -> str:
    text = table.to_html(index=False, border=0, na_rep="", float_format="{:+.2f}".format, escape=False)
    return text.replace(' class="dataframe"', "")
