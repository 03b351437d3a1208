"""A report on a graph and a run as one HTML file that refers to nothing outside itself.

All text goes through `html.escape`, figures through plotly's own escaping of JSON, and plotly itself is in
the file once, so that the report can be read anywhere, at any time.
"""

import html
import platform
from collections.abc import Iterable, Sequence

import plotly.graph_objects as go

from n2n import __version__
from n2n.embedding.picture import groups
from n2n.embedding.projection import project
from n2n.graph import Graph
from n2n.plots import embedding, smoothness, subgraphs, theme, training
from n2n.plots import graph as graph_plots
from n2n.taps import tables
from n2n.taps.ranking import rank
from n2n.taps.subgraphs import partition
from n2n.training.run import Run

_STYLE = """
body {font: 16px/1.5 system-ui, sans-serif; color: #0E1822; background: #FFFFFF; max-width: 62rem;
      margin: 2rem auto; padding: 0 1.5rem;}
h1 {font-size: 1.8rem;} h2 {font-size: 1.25rem; margin-top: 2.2rem; border-bottom: 1px solid #E3E7EB;}
table {border-collapse: collapse; margin: 0.8rem 0;} td {padding: 0.2rem 0.9rem 0.2rem 0;}
td + td {font-variant-numeric: tabular-nums;} tr {border-bottom: 1px solid #E3E7EB;}
pre {background: #F4F6F8; padding: 0.9rem; overflow-x: auto;} .soft {color: #5B6672;}
"""
_CONFIG = {"displaylogo": False, "responsive": True}
SEEDS = 5


def html_report(graph: Graph, code: str, run: Run | None = None, notes: Sequence[str] = ()) -> str:
    """The report as an HTML document.

    Args:
        code: the lines of Python that give the same result, from `n2n.io.code`.
        run: what was trained on the graph, if anything.
        notes: what its files were taken for, in sentences.

    >>> from n2n import load
    >>> html_report(load("karate"), "import n2n").startswith("<!DOCTYPE html>")
    True
    """
    ranking = rank(graph)
    parts = [f"<h1>{_text(graph.name)}</h1>", f'<p class="soft">{_text(graph.provenance)}</p>']
    parts += ["<h2>The graph</h2>", _facts(graph)]
    parts += [f"<p>{_text(note)}</p>" for note in notes]
    figures = [("Nodes and their neighbours", graph_plots.degree_distribution(graph))]
    if graph.has_labels:
        figures.insert(0, ("Nodes of each class", graph_plots.class_balance(graph)))
        table = tables.smoothness(graph, ranking, SEEDS)
        title = f"Label smoothness of TAPS and of random positives ({SEEDS} draws); lower is better"
        figures.append((title, smoothness.by_k(table, "sampled")))
    sizes = subgraphs.sizes(partition(ranking.top(1)))
    figures.append(("Sizes of the subgraphs, one positive per node", sizes))
    parts += [_figure(title, figure, first=not place) for place, (title, figure) in enumerate(figures)]
    if run is not None:
        parts += [f"<h2>{_text(run.name)}</h2>", _origin(run), _scores(run)]
        parts.append(_figure("Curves", training.curves([run])))
        parts += [_figure("The embedding, by PCA", _plane(graph, run)), _settings(run)]
    parts += ["<h2>The same result in Python</h2>", f"<pre>{_text(code)}</pre>"]
    environment = {"n2n": __version__, "python": platform.python_version()}
    environment |= run.environment if run else {}
    parts += ["<h2>Environment</h2>", _rows(environment.items())]
    head = f'<meta charset="utf-8"><title>{_text(graph.name)}</title><style>{_STYLE}</style>'
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>\n'


def _text(words: object) -> str:
    return html.escape(str(words))


def _rows(rows: Iterable[Sequence[object]]) -> str:
    written = ("".join(f"<td>{_text(value)}</td>" for value in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in written)}</table>"


def _facts(graph: Graph) -> str:
    facts = tables.facts(graph)
    rows = [
        ("Nodes", f"{facts['nodes']:,}"),
        ("Undirected edges", f"{facts['edges']:,}"),
        ("Features", f"{facts['features']:,}"),
        ("Classes", f"{facts['classes']:,}"),
        ("Nodes without neighbours", f"{facts['isolated']:,}"),
        ("Connected components", f"{facts['components']:,}"),
        ("Neighbours per node", f"{facts['mean_degree']:.2f}"),
    ]
    if graph.has_labels:
        rows.append(("Edges within one class", f"{facts['homophily']:.1%}"))
    return _rows(rows)


def _plane(graph: Graph, run: Run) -> go.Figure:
    projection = project(run.embeddings, "pca")
    drawn = groups(graph, projection.nodes, "Label" if graph.has_labels else "Degree")
    return embedding.scatter(projection, drawn, embedding.details(graph, projection.nodes))


def _figure(title: str, figure: go.Figure, first: bool = False) -> str:
    theme.dress(figure).update_layout(height=380)
    drawn = figure.to_html(full_html=False, include_plotlyjs=first, config=_CONFIG)
    return f"<h2>{_text(title)}</h2>{drawn}"


def _origin(run: Run) -> str:
    """Where a forked run comes from."""
    return f"<p>This run was {_text(run.fork.describe(run.settings))}.</p>" if run.fork else ""


def _scores(run: Run) -> str:
    if run.scores is None:
        return '<p class="soft">There are no labels, so there are no scores.</p>'
    scores = run.scores
    return _rows(
        [
            ("Test micro-F1 at the best validation epoch", f"{scores.test:.2%}"),
            ("Validation micro-F1", f"{scores.val:.2%}"),
            ("Best validation epoch", f"{scores.epoch:,} of {len(run.history):,}"),
        ]
    )


def _settings(run: Run) -> str:
    declared, chosen = run.settings.specs(), run.settings.to_dict()
    rows = [(f"{spec.label} {spec.symbol}".strip(), chosen[name]) for name, spec in declared.items()]
    return f"<h2>Settings</h2>{_rows(rows)}"
