"""Figures of the method: plotly figures and pyvis documents as pure functions of results.

Nothing here knows of the app, so a notebook can use it as well:

    >>> import n2n
    >>> from n2n.plots import degrees
    >>> figure = degrees.class_balance(n2n.load("karate"))
    >>> [bar.name for bar in figure.data]
    ['Mr. Hi', 'Officer']

One file a subject: `theme` (all colours), `degrees` (counts of a graph), `dependency` (one TAPS step),
`partition` and `gallery` (subgraphs), `smoothness`, `curves` and `expected` (training), `embedding` and
`movement` (an embedding, still and along its training), `compare` and `side_by_side` (methods against each
other), `reproduction` and `paper_figures` (printed beside measured), `idea` (N2N as a picture), `network`
(pyvis). The numbers behind the figures are made in `tables`, those of training runs in `runs`, those of
methods in `points`, so that they can be downloaded too.
"""
