"""Every action of the pages and every export, for a run of N2N and of a rival of each family.

The runs are trained once for the whole file, on a bundled graph, and of N2N, of a rival that learns from
labels and of one that does not, on an uploaded one as well.
"""

import contextlib
import io

import numpy as np
import pytest
import streamlit as st

import n2n
from n2n.io.samples import samples
from n2n.methods.registry import settings_for
from n2n.paper.lineup import families
from pages.session import hardware, own_graphs, runs
from pages.ui import figures
from tests.pages.app import PATIENCE, followed, maps, open_page, texts, values

METHODS = ("N2N-TAPS-1 (JL)", "GCN", "DeepWalk", "DGI", "Graph-MLP", "MLP")
RUNS = [("bundled", method) for method in METHODS] + [
    ("own", method) for method in ("N2N-TAPS-1 (JL)", "GCN", "DGI")
]
QUICK = {"width": 8, "epochs": 4, "evaluate_every": 2, "snapshots": 2}
OWN = next(sample for sample in samples() if sample.title == "Edges and nodes").files


def test_the_methods_are_of_every_family():
    assert {families()[method] for method in METHODS} == set(families().values())


@pytest.fixture(scope="module")
def uploaded():
    """A graph as Your data keeps it, with its key."""
    graph = n2n.read_graph(list(OWN.items()), name="my club")
    key = own_graphs.key_of(graph)
    return key, own_graphs.OwnGraph.of(key, graph, files=tuple(OWN), columns={}, features=None)


@pytest.fixture(scope="module")
def trained(uploaded):
    """The runs by graph and method, as files."""
    graphs = {"bundled": n2n.load("karate"), "own": uploaded[1].graph}
    return {
        (kind, method): n2n.fit(graphs[kind], settings_for(method, "karate").replace(**QUICK)).to_bytes()
        for kind, method in RUNS
    }


@pytest.fixture(params=RUNS, ids="-".join)
def case(request):
    return request.param


@pytest.fixture
def kind(case):
    return case[0]


@pytest.fixture
def method(case):
    return case[1]


@pytest.fixture
def visit(kind, method, trained, uploaded, tmp_path, monkeypatch):
    """Opens a page for a visitor who has such a run; returns the app and the run."""
    monkeypatch.setenv("N2N_HOME", str(tmp_path))
    st.cache_resource.clear()
    hardware.current().ready = True
    run = n2n.Run.from_bytes(trained[kind, method])
    run.dataset = "karate" if kind == "bundled" else uploaded[0]

    def open_with_run(page: str):
        runs.table().add(run, "owner", 40, runs.KEPT_BYTES)
        state = {"visitor": "owner", "own graphs": {uploaded[0]: uploaded[1]}}
        return sound(open_page(page, state, dataset=run.dataset, run=run.id)), run

    yield open_with_run
    st.cache_resource.clear()


def button(app, label: str):
    return next(button for button in app.button if button.label == label)


@pytest.fixture
def files(monkeypatch):
    """What the download buttons of the last run of a page give, by their labels."""
    made = {}
    real = st.download_button

    def watched(label, data, **options):
        made[label] = data
        return real(label, data, **options)

    monkeypatch.setattr(st, "download_button", watched)
    return made


def content(data) -> bytes:
    """A file as the browser gets it: made in a thread that knows nothing of the visitor."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        made = pool.submit(data).result() if callable(data) else data
    return made.encode() if isinstance(made, str) else made


def turn_to(app, page: str, **address):
    app.switch_page(f"pages/{page}.py")
    app.query_params.update(address)
    return sound(app.run())


def sound(app):
    """The page, which has no complaint."""
    assert not app.exception, app.exception
    assert not app.error, app.error
    assert not app.warning, app.warning
    return app


def test_it_is_shown_renamed_saved_trained_again_stopped_and_deleted(visit, kind, files):
    app, run = visit("train")
    assert values(app)["Test micro-F1 at that epoch"] == f"{run.scores.test:.1%}"
    assert "What to notice." in texts(app)
    assert len(app.get("plotly_chart")) == 1
    assert "own-" not in " ".join([texts(app), *(caption.value for caption in app.caption)])
    assert n2n.Run.from_bytes(content(files["Save"])).scores == run.scores

    app.text_input(key=f"name.{run.id}").set_value("another name").run()
    assert app.checkbox(key=f"draw.{run.id}").label == "another name"

    app.button(key=f"settings.{run.id}").click().run()
    assert not app.exception
    assert app.selectbox(key="train.method").value == getattr(run.settings, "method", "N2N")
    for name, value in {"epochs": 100_000, "patience": 0, "snapshots": 0, "evaluate_every": 100_000}.items():
        app.number_input(key=f"train.{name}").set_value(value)
    app.run()
    button(app, "Start").click().run()
    assert not app.exception
    id = app.query_params["run"]
    again = runs.table().get(id)
    changed = {"epochs", "patience", "snapshots", "evaluate_every"}
    for name in set(run.settings.relevant) - changed:
        assert getattr(again.settings, name) == getattr(run.settings, name), name

    other = open_page("train", dataset="karate", run=id)
    assert "of 100,000" in followed(other)["head"]
    assert not any(button.label == "Stop" for button in other.button)
    assert not runs.jobs().status(id).ended
    button(app, "Stop").click().run()
    assert runs.jobs().wait(id, PATIENCE).state == "cancelled"

    app.button(key=f"delete.{run.id}").click().run()
    assert not app.exception
    assert runs.table().get(run.id) is None


def test_it_is_drawn_on_the_pages_compare_and_embeddings(visit, method):
    app, run = visit("compare")

    def drawn() -> bool:
        return any(name.startswith(method) for frame in app.dataframe for name in frame.value["method"])

    app.multiselect(key="methods").set_value([method]).run()
    assert drawn()
    for view in ("Curves", "Embeddings", "Splits"):
        app.segmented_control(key="comparison").set_value(view).run()
        assert not app.exception
        assert len(app.get("plotly_chart")) == 1, view
    app.segmented_control(key="comparison").set_value("Accuracy and time").run()
    app.multiselect(key="methods").set_value([next(other for other in METHODS if other != method)]).run()
    assert not drawn()
    app.toggle(key="everything").set_value(True).run()
    assert drawn()

    turn_to(app, "embeddings", layout="PCA")
    assert next(box for box in app.selectbox if box.label == "Embedding of").value == run.id
    assert len(maps(app)) == 2
    assert f"{run.scores.test:.1%} micro-F1 on the test nodes" in texts(app)


def test_every_export_can_be_made_and_the_code_gives_the_same_scores(visit, files, tmp_path, monkeypatch):
    made = {}
    real = figures.downloads

    def watched(name, given, **options):
        made.update({(name, label): data for label, (_, data, _) in given.items()})
        return real(name, given, **options)

    monkeypatch.setattr(figures, "downloads", watched)
    app, run = visit("export")
    made = {label: content(data) for label, data in made.items()}
    assert len(made) == 14
    assert all(len(data) > 100 for data in made.values())
    assert n2n.Run.from_bytes(made["embedding", "Run"]).scores == run.scores
    assert f"{run.scores.test:.2%}" in made["html report", "HTML"].decode()
    with np.load(io.BytesIO(made["embedding", "npz"])) as arrays:
        assert any(np.array_equal(array, run.embeddings) for array in arrays.values())
    assert made["taps", "Positives"].count(b"\n") == 35
    assert made["taps", "Partition"].count(b"\n") == 35

    for name, data in OWN.items():
        (tmp_path / name).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(app.code[0].value, names)
    assert names["settings"] == run.settings
    assert names["run"].scores == run.scores
    assert str(run.scores) in said.getvalue()
    np.testing.assert_array_equal(names["run"].predictions, run.predictions)
