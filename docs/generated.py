"""A hook of mkdocs that fills in the tables of measured results."""

import re

from n2n.paper import claims, load, verdicts


def on_page_markdown(markdown: str, **_) -> str:
    """Replace `<!-- table NAME -->`, `<!-- counts -->` and `<!-- paired -->` by what the results say."""
    return re.sub(r"<!-- (table (\w+)|counts|paired) -->", lambda match: _content(*match.groups()), markdown)


def _content(kind: str, name: str | None) -> str:
    results = load()
    if name:
        return _html(verdicts.as_text(verdicts.compare(name, results)))
    if kind == "counts":
        return "\n".join(f"- {sentence}" for sentence in verdicts.quote(verdicts.count_all(results)))
    differences = claims.paired_differences(results)
    return f"{_html(differences)}\n\n{claims.paired_sentence(differences)}"


def _html(table) -> str:
    return table.to_html(index=False, border=0, na_rep="", float_format="{:+.2f}".format)
