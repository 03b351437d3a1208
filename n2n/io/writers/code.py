"""The few lines of Python that make the same result again."""

import dataclasses
from collections.abc import Mapping, Sequence

from n2n.io.readers.columns import Columns
from n2n.methods.base import MethodSettings


def loading_lines(
    key: str | None = None,
    files: Sequence[str] = (),
    columns: Mapping[str, Columns] | None = None,
    features: str | None = None,
) -> str:
    """The line that loads a graph: a dataset by its key, or files of one's own.

    Every text of others stands as a Python literal, so that a file name cannot become code.

    >>> print(loading_lines("cora"))
    import n2n
    <BLANKLINE>
    graph = n2n.load('cora')
    """
    if key is not None:
        return f"import n2n\n\ngraph = n2n.load({key!r})"
    source = repr(files[0]) if len(files) == 1 else repr(list(files))
    more = ""
    if columns:
        more += (
            f",\n    columns={{{', '.join(f'{name!r}: {_changed(one)}' for name, one in columns.items())}}}"
        )
    if features is not None:
        more += f",\n    features={features!r}"
    head = "import n2n\nfrom n2n.reading import Columns" if columns else "import n2n"
    call = f"n2n.read_graph(\n    {source}{more},\n)" if more else f"n2n.read_graph({source})"
    return f"{head}\n\ngraph = {call}"


def run_lines(loading: str, settings: MethodSettings | None) -> str:
    """The lines that load a graph and train on it with these settings; without settings, TAPS alone.

    >>> import n2n
    >>> print(run_lines(loading_lines("cora"), n2n.Settings(k=3)).splitlines()[-2])
    run = n2n.fit(graph, settings)
    """
    if settings is None:
        return f"{loading}\npositives = n2n.rank(graph).top(1)\nparts = n2n.partition(positives)\n"
    return (
        f"{loading}\nsettings = n2n.{settings.constructor}\n"
        "run = n2n.fit(graph, settings)\nprint(run.scores, run.embeddings.shape)\n"
    )


def _changed(columns: Columns) -> str:
    """A `Columns` by what differs from its defaults."""
    return f"Columns({', '.join(f'{name}={value!r}' for name, value in _differences(columns))})"


def _differences(thing) -> list[tuple[str, object]]:
    fields = dataclasses.fields(thing)
    values = [(field.name, getattr(thing, field.name), field.default) for field in fields]
    return [(name, value) for name, value, default in values if value != default]
