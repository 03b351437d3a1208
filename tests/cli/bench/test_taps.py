"""`python -m n2n bench taps` prints its tables, and says what it leaves out."""

import os
import re

import numpy as np

import n2n
from n2n.cli import main
from n2n.cli.bench import taps


def test_the_tables(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("N2N_DATA", str(tmp_path))  # empty: Physics is not here
    monkeypatch.setattr(taps, "_compile_time", lambda: "Compiling: not measured.")
    unreachable(monkeypatch)
    assert main(["bench", "taps", "--quick", "--graphs", "cora", "texas"]) == 0
    out = capsys.readouterr().out
    row = next(line for line in out.splitlines() if line.startswith("cora"))
    nodes, edges, work = (int(entry.replace(",", "")) for entry in row.split()[1:4])
    assert (nodes, edges) == (2708, 5278)
    cora = n2n.load("cora")
    rows = np.repeat(np.arange(nodes), cora.degree)
    assert work == np.minimum(cora.degree[rows], cora.degree[cora.indices]).sum() / 2
    assert re.search(r"cora +2,708 +5,278 +20,179 +[\d.]+ +[\d.]+ +\S+ +[\d.]+× +[\d.]+× +[\d.]+ +\d+\n", out)
    assert re.search(r"\ncora( +[\d.]+){5}\n", out)
    assert "Compiling: not measured." in out
    assert "texas is left out: Texas could not be downloaded" in out


def unreachable(monkeypatch):
    from n2n.graph.raw import DatasetUnavailable

    load = n2n.load

    def without_texas(name, progress=None):
        if name == "texas":
            raise DatasetUnavailable("Texas could not be downloaded (no network): put it somewhere.")
        return load(name, progress)

    monkeypatch.setattr(n2n, "load", without_texas)


def test_the_first_call_in_a_new_process_is_timed():
    """With the code that is compiled already: compiling again would take long."""
    cache = os.environ.get("NUMBA_CACHE_DIR", "")
    counts, everything = taps._first_call(cache)
    assert 0 < counts < everything
