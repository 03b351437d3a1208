"""Reads every bad file in one process that may use little; `test_hostile` starts it and looks at the answers.

It prints JSON: of every case the sentence, "" where there is a graph, or what went wrong, and the megabytes
by which the process grew. The case that it is at is on stderr, in case that one ends the process.
"""

import json
import re
import resource
import signal
import sys
import traceback
import warnings

import networkx  # noqa: F401, here to be loaded before memory is measured
import pyarrow.csv  # noqa: F401
import safetensors.numpy  # noqa: F401

from n2n.reading import ReadError, read_graph
from tests.io import corpus


def check(files: dict[str, bytes]) -> str:
    """The sentence, or "" where there is a graph that keeps to the limits."""
    limits = corpus.LIMITS
    try:
        graph = read_graph(files, limits=limits)
    except ReadError as error:
        message = str(error)
        assert re.fullmatch(r"[^\n]{1,80}(, line [\d,]+)?: [^\n]+\.", message), message
        assert len(message) < 400
        return message
    finally:
        assert not corpus.Trap.sprung
    assert graph.num_nodes <= limits.nodes
    assert graph.num_edges <= limits.edges
    assert len(graph.indptr) == graph.num_nodes + 1
    assert graph.x.shape[0] == len(graph.y) == graph.num_nodes
    assert graph.y.max(initial=-1) < graph.num_classes
    return ""


def main() -> None:
    warnings.filterwarnings("error", category=UserWarning, module="n2n")  # as in pyproject.toml
    cases = list(corpus.bad_files())
    answers, wrong = {}, {}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for name, files in cases:
        print(name, file=sys.stderr)
        signal.setitimer(signal.ITIMER_PROF, 5)  # a file that hangs ends the process
        try:
            answers[name] = check(files)
        except Exception:
            wrong[name] = traceback.format_exc()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    found = {"cases": len(cases), "answers": answers, "wrong": wrong, "megabytes": grown / 1024}
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
