"""Figures of the method: plotly figures as pure functions of results.

Nothing here knows the app, so a notebook can use it as well:

    >>> import n2n
    >>> from n2n.plots import graph
    >>> figure = graph.class_balance(n2n.load("karate"))
    >>> [bar.name for bar in figure.data]
    ['Mr. Hi', 'Officer']

One file per subject: `graph`, `network` (an excerpt of it), `taps` (one step), `subgraphs`, `smoothness`,
`what_if`, `training`, `node_loss`, `embedding`, `cold_start`, `comparison` (of methods), `paper` (printed
beside measured), `map` (data for the map of a graph). `theme` has all colours and symbols, `charts` what the
figures share. The numbers come from the packages below: `tables` in taps, training and paper,
`n2n.paper.points`, `n2n.taps.drawing`, `n2n.embedding.picture`.
"""
