"""The options of `n2n train` that fork a run from its file."""

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

from n2n.cli.options import given_settings
from n2n.methods.n2n.settings import Settings

if TYPE_CHECKING:
    from n2n.graph import Graph
    from n2n.methods.base import MethodSettings
    from n2n.training.fork import Fork
    from n2n.training.run import Run


class Origin(NamedTuple):
    """A fork that was asked for."""

    settings: "MethodSettings"
    fork: "Fork"
    parent: "Run"


def read_fork(arguments: SimpleNamespace) -> Origin | None:
    """The fork that the options ask for; None where they ask for none."""
    from n2n.training.fork import plan_fork
    from n2n.training.run import Run

    if (arguments.fork is None) != (arguments.at is None):
        raise ValueError("--fork needs --at, and --at needs --fork: give the run and one of its epochs.")
    if arguments.fork is None:
        return None
    if arguments.seeds != 1:
        raise ValueError("--fork continues one run and keeps its seed: leave out --seeds.")
    if arguments.recipe or arguments.method != Settings().name:
        raise ValueError("--fork takes method and settings from the run: leave out --method and --recipe.")
    if arguments.out and file_name(arguments) == arguments.fork:
        raise ValueError(f"--out would replace {arguments.fork}, which is forked: name another folder.")
    parent = Run.load(arguments.fork)
    return Origin(*plan_fork(parent, arguments.at, **given_settings(vars(arguments))), parent)


def check_graph(arguments: SimpleNamespace, graph: "Graph", origin: Origin) -> None:
    """ValueError unless the run belongs to the graph."""
    nodes = len(origin.parent.embeddings)
    if (origin.parent.graph_name, nodes) != (graph.name, graph.num_nodes):
        raise ValueError(
            f"{arguments.fork} is a run on {origin.parent.graph_name!r} with {nodes:,} nodes, not on "
            f"{graph.name!r} with {graph.num_nodes:,}: name its graph."
        )


def file_name(arguments: SimpleNamespace) -> Path:
    """Where `--out` puts the fork."""
    return arguments.out / f"fork-{arguments.at}.n2n"
