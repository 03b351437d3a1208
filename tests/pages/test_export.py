"""Every export of every kind of run: made in a thread without a visitor, complete, and read again."""

import contextlib
import io

import numpy as np
import pytest

import n2n
from n2n.methods.registry import settings_for
from n2n.training.fit import fit
from n2n.training.run import Run
from pages.ui import figures
from tests.pages.app import ME, kept_run, open_page, own_graph, said

QUICK = {"width": 8, "epochs": 4, "evaluate_every": 2, "snapshots": 2}
METHODS = ("N2N-TAPS-1 (JL)", "N2N-TAPS-1 (URL)", "GCN", "DGI", "DeepWalk", "MLP")
FILES = {"edges.csv": b"source,target\na,b\nb,c\nc,a\nc,d\nd,e\n", "nodes.csv": b"id,label,f\n" + b"".join(
    f"{name},{name < 'c'},{place}\n".encode() for place, name in enumerate("abcde")
)}  # fmt: skip


@pytest.fixture
def files(monkeypatch):
    """What the download buttons of the last page give, by their group and label."""
    made, real = {}, figures.downloads

    def watched(name, given, **options):
        made.update({(name, label): data for label, (_, data, _) in given.items()})
        return real(name, given, **options)

    monkeypatch.setattr(figures, "downloads", watched)
    return made


def content(data) -> bytes:
    """A file as the browser gets it: made in a thread that knows nothing of the visitor."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as threads:
        made = threads.submit(data).result() if callable(data) else data
    return made.encode() if isinstance(made, str) else made


def test_without_a_run_there_are_the_graph_and_its_positives(home, files):
    app = open_page("export", dataset="karate")
    labels = {label for _, label in files}
    assert {"npz", "CSV", "safetensors", "GraphML", "GEXF", "Positives", "Partition", "Subgraphs"} <= labels
    assert "There is no run on this graph yet" in said(app)
    assert "n2n.load('karate')" in app.code[0].value


@pytest.mark.parametrize("kind", ["bundled", "own"])
@pytest.mark.parametrize("method", METHODS)
def test_every_file_can_be_made_and_the_code_gives_the_same_scores(
    home, files, method, kind, tmp_path, monkeypatch
):
    graph = n2n.load("karate") if kind == "bundled" else n2n.read_graph(list(FILES.items()), name="club")
    if kind == "own" and method not in ("N2N-TAPS-1 (URL)", "DGI"):
        pytest.skip("too few labels for a split")
    key = "karate" if kind == "bundled" else own_graph(graph, files=tuple(FILES), name="club")
    run = fit(graph, settings_for(method, "karate").replace(**QUICK))
    app = open_page("export", ME, dataset=key, run=kept_run(run, dataset=key))
    made = {label: content(data) for label, data in files.items()}
    assert len(made) >= 13
    assert all(len(data) > 50 for data in made.values())
    for form, file in (("GEXF", "a.gexf"), ("GraphML", "a.graphml"), ("CSV", "a.zip")):
        again = n2n.read_graph((file, made["graph", form]))
        assert again.num_edges == graph.num_edges
        assert again.classes() == graph.classes()
        assert form == "CSV" or b"dependency" in made["graph", form]
    assert Run.from_bytes(made["embedding", "Run"]).scores == run.scores
    with np.load(io.BytesIO(made["embedding", "npz"])) as arrays:
        assert any(np.array_equal(array, run.embeddings) for array in arrays.values())
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(app.code[0].value, names)
    assert names["settings"] == run.settings
    assert names["run"].scores == run.scores
    np.testing.assert_array_equal(names["run"].predictions, run.predictions)
