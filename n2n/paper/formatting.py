"""Printed and measured values in words, for tables on a page and on the command line."""

from n2n.paper.summary import Summary, score_text
from n2n.paper.verdicts import RUNS_OF_THE_PAPER, Comparison


def words(value) -> str:
    """A score, a time or the facts of a figure; a dash where there is none.

    >>> from n2n.paper.printed import Score
    >>> words(Score(84.72, 0.08)), words(Summary(84.7, 0.0, 1)), words(1.68), words(None)
    ('84.72 ± 0.08', '84.70', '1.68 ms', '–')
    """
    if value is None:
        return "–"
    if isinstance(value, float | int):
        return f"{value:.2f} ms"
    if isinstance(value, dict):
        return _facts(value)
    return score_text(value.mean, value.sd, value.seeds if isinstance(value, Summary) else RUNS_OF_THE_PAPER)


def _facts(values: dict) -> str:
    if "sampled" in values:
        return f"{values['sampled']:.3f} of the pairs, {values['graph']:.3f} of all edges"
    if "subgraphs" in values:
        return f"{values['subgraphs']:,}, the largest {values['largest']:,}, purity {values['purity']:.3f}"
    return "purity by size " + " ".join(f"{row['purity']:.2f}" for row in values["rows"])


def difference(comparison: Comparison) -> str:
    """Points for scores, a factor for times."""
    if comparison.difference is None:
        return "–"
    factor = isinstance(comparison.measured, float)
    return f"× {comparison.difference:.1f}" if factor else f"{comparison.difference:+.2f}"
