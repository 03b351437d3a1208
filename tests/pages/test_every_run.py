"""Every action of the pages and every export, for a run of N2N and of a baseline of each family.

The runs are trained once for the whole file, on a bundled graph, and of N2N, of a baseline that learns from
labels and of one that does not, on an uploaded one as well.
"""

import contextlib
import io
from dataclasses import replace

import numpy as np
import pytest
import streamlit as st

import n2n
from n2n.io.samples import samples
from n2n.methods.registry import settings_for
from n2n.paper.experiments import families
from n2n.training.recording import Recorder
from pages.session import hardware, own_graphs, runs
from pages.ui import figures
from tests import legacy
from tests.pages.app import PATIENCE, followed, open_page, texts, values

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
        (kind, method): legacy.fit(graphs[kind], settings_for(method, "karate").replace(**QUICK)).to_bytes()
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
    run = legacy.Run.from_bytes(trained[kind, method])
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
    assert legacy.Run.from_bytes(content(files["Save"])).scores == run.scores

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


def test_it_is_drawn_on_the_page_compare(visit, method):
    app, _ = visit("compare")

    def drawn() -> bool:
        return any(name.startswith(method) for frame in app.dataframe for name in frame.value["method"])

    app.multiselect(key="methods").set_value([method]).run()
    assert drawn()
    app.multiselect(key="methods").set_value([next(other for other in METHODS if other != method)]).run()
    assert not drawn()
    app.toggle(key="everything").set_value(True).run()
    assert drawn()


def _fitted(method="N2N-TAPS-1 (JL)", graph=None, **changes):
    graph = graph or n2n.load("karate")
    settings = settings_for(method, "karate").replace(**{**QUICK, **changes})
    return legacy.fit(graph, settings)


def _ended(state: str, epochs: int, with_result: bool = False):
    trainer = legacy.Trainer(n2n.load("karate"), n2n.Settings(**QUICK))
    for _ in range(epochs):
        trainer.step()
    run = trainer.run()
    if not with_result:
        run.result = None
    run.end = replace(run.status, state=state, cause="It ended.")
    return run


def _fork():
    run = _fitted(snapshots=4)
    return legacy.fork(n2n.load("karate"), run, 2, tau=0.5)


def _unvalidated():
    karate = n2n.load("karate")
    split = replace(karate.split(), val=np.arange(0))
    return _fitted(graph=karate.replace(public=split), split="public")


def _bare():
    return _fitted("DGI", n2n.load("karate").replace(y=np.full(34, -1), class_names=()))


KINDS = {
    "only the bundled ones": lambda: None,
    "joint": _fitted,
    "unsupervised": lambda: _fitted("N2N-TAPS-1 (URL)"),
    "pre-trained": lambda: _fitted(framework="PT&FT", finetune_epochs=2),
    "with edges": lambda: _fitted("GCN"),
    "without edges": lambda: _fitted("MLP"),
    "unsupervised with edges": lambda: _fitted("DGI"),
    "a random walk": lambda: _fitted("DeepWalk"),
    "all neighbours": lambda: _fitted(k="all"),
    "mini-batches": lambda: _fitted(batch_size=10),
    "without snapshots": lambda: _fitted(snapshots=0),
    "stopped": lambda: _ended("cancelled", 1, with_result=True),
    "forked": _fork,
    "from a file": lambda: legacy.Run.from_bytes(_fitted().to_bytes()),
    "without validation nodes": _unvalidated,
    "without labels": _bare,
    "interrupted": lambda: _ended("interrupted", 2),
    "failed": lambda: _ended("failed", 3),
    "waiting": lambda: _ended("queued", 0),
    "own graph": _fitted,
    "recorded": _fitted,
}
VIEWS = {"start": "", "graph": "view", "subgraphs": "show", "what_if": "", "train": "runview",
         "embeddings": "panels", "compare": "comparison", "export": ""}  # fmt: skip


def choices(app) -> list:
    """The controls by which one chooses among a few things."""
    return [*app.radio, *app.segmented_control, *app.selectbox]


def options(app, key: str) -> list[str]:
    """What a control offers; nothing where the page does not have it."""
    return next((control.options for control in choices(app) if control.key == key), [])


def choose(app, key: str, option: str) -> None:
    next(control for control in choices(app) if control.key == key).set_value(option).run()
    assert not app.exception, (key, option, app.exception)


@pytest.mark.parametrize("kind", KINDS)
def test_every_view_of_every_page(kind, uploaded, tmp_path, monkeypatch):
    monkeypatch.setenv("N2N_HOME", str(tmp_path))
    st.cache_resource.clear()
    hardware.current().ready = True
    run = KINDS[kind]()
    key = uploaded[0] if kind == "own graph" else "karate"
    state, address = {"visitor": "owner", "own graphs": {uploaded[0]: uploaded[1]}}, {"dataset": key}
    if run is not None:
        run.dataset, run.name = key, run.name or kind
        address["run"] = run.id
    if kind == "recorded":
        monkeypatch.setenv("N2N_RECORDS", str(tmp_path / "records"))
        with Recorder(run, tmp_path / "records" / "one", key) as recorder:
            recorder.keep_result()
    elif run is not None:
        runs.table().add(run, "owner", 40, runs.KEPT_BYTES)
    for page, view in VIEWS.items():
        app = open_page(page, state, layout="PCA", **address)
        for option in options(app, view) or [None]:
            if option is not None:
                choose(app, view, option)
            for colour in options(app, "colour"):
                choose(app, "colour", colour)
    st.cache_resource.clear()


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
    assert legacy.Run.from_bytes(made["embedding", "Run"]).scores == run.scores
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
