"""Figures of the method: plotly figures and pyvis documents as pure functions of results.

Nothing here knows the app, so a notebook can use it as well:

    >>> import n2n
    >>> from n2n.plots import graph
    >>> figure = graph.class_balance(n2n.load("karate"))
    >>> [bar.name for bar in figure.data]
    ['Mr. Hi', 'Officer']

One file per subject: `graph`, `network` (a part of it, for pyvis), `taps` (one step), `subgraphs`,
`smoothness`, `training`, `embedding` and `embedding_animation`, `comparison` (of methods), `paper` (printed
beside measured) and `paper_figures`, `drawings` (two neighbourhoods), `map` (data for the map of a graph).
`theme` has all colours and legends, `labels` places names. The numbers come from the packages below: `tables`
in taps, training and paper, `n2n.paper.points`, `n2n.taps.drawing`, `n2n.embedding.picture`.
"""
