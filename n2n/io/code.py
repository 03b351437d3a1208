"""The few lines of Python that give the same result again."""

from collections.abc import Mapping, Sequence
from dataclasses import fields

from n2n.io.columns import Columns
from n2n.methods.base import MethodSettings
from n2n.training.fork import Fork


def loading_lines(
    key: str | None = None,
    files: Sequence[str] = (),
    columns: Mapping[str, Columns] | None = None,
    features: str | None = None,
    name: str | None = None,
) -> str:
    """The lines that load a graph: a dataset by its key, or one's own files.

    All text from elsewhere becomes a Python literal, so that a file name cannot become code.

    >>> print(loading_lines("cora"))
    import n2n
    <BLANKLINE>
    graph = n2n.load('cora')
    """
    if key is not None:
        return f"import n2n\n\ngraph = n2n.load({key!r})"
    arguments = [repr(files[0] if len(files) == 1 else list(files))]
    if columns:
        corrections = ", ".join(f"{name!r}: {_constructor(one)}" for name, one in columns.items())
        arguments.append(f"columns={{{corrections}}}")
    if features is not None:
        arguments.append(f"features={features!r}")
    if name is not None:
        arguments.append(f"name={name!r}")
    imports = "import n2n\nfrom n2n.reading import Columns" if columns else "import n2n"
    inner = arguments[0] if len(arguments) == 1 else "\n    " + ",\n    ".join(arguments) + ",\n"
    return f"{imports}\n\ngraph = n2n.read_graph({inner})"


def run_lines(loading: str, settings: MethodSettings | None, fork: Fork | None = None) -> str:
    """The lines that load a graph and train on it with these settings; without settings, TAPS alone.

    Args:
        fork: where the run comes from, if it is a fork; its parents are then trained as far as needed.

    >>> import n2n
    >>> print(run_lines(loading_lines("cora"), n2n.Settings(k=3)).splitlines()[-2])
    run = n2n.fit(graph, settings)
    """
    if settings is None:
        return f"{loading}\npositives = n2n.rank(graph).top(1)\nparts = n2n.partition(positives)\n"
    if fork is None:
        training = f"settings = n2n.{settings.constructor}\nrun = n2n.fit(graph, settings)"
    else:
        training = _fork_lines(settings, fork)
    return f"{loading}\n{training}\nprint(run.scores, run.embeddings.shape)\n"


def _fork_lines(settings: MethodSettings, fork: Fork) -> str:
    """The lines that train a fork; what it is forked from is trained up to there, or a fork itself."""
    if fork.earlier is None:
        first, parent = f"settings = n2n.{fork.settings.constructor}", "settings"
    else:
        first, parent = _fork_lines(fork.settings, fork.earlier), "run"
    changes = "".join(f", {name}={value!r}" for name, value in fork.changes(settings).items())
    return f"{first}\nrun = n2n.fork(graph, {parent}, {fork.epoch}{changes})"


def _constructor(columns: Columns) -> str:
    """The call that makes a `Columns`, with what differs from the defaults."""
    values = [(field.name, getattr(columns, field.name), field.default) for field in fields(columns)]
    return f"Columns({', '.join(f'{name}={value!r}' for name, value, default in values if value != default)})"
