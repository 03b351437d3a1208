"""Every page on every kind of graph, with every kind of run, in every view: it opens without an error."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import n2n
from n2n.methods.registry import settings_for
from n2n.training.fit import fit, fork
from n2n.training.run import Run
from n2n.training.trainer import Trainer
from tests.pages.app import ME, kept_run, open_page, own_graph, said, sound, texts

PAGES = (
    "start", "graph", "taps", "subgraphs", "smoothness", "what_if", "train", "embeddings", "compare",
    "reproduction", "wrong_edges", "your_data", "export",
)  # fmt: skip
QUICK = {"width": 8, "epochs": 4, "evaluate_every": 2, "snapshots": 2}
VIEWS = {"start": "", "graph": "view", "subgraphs": "show", "what_if": "", "train": "runview",
         "embeddings": "panels", "compare": "comparison", "export": ""}  # fmt: skip


@pytest.mark.parametrize("dataset", ["karate", "cora"])
@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens_with_title_claim_notice_and_mathematics(page, dataset):
    app = open_page(page, dataset=dataset)
    assert app.sidebar.selectbox(key="dataset").value == dataset
    assert len(app.title) == 1
    assert not app.error
    assert "What to notice." in texts(app)
    if page != "export":
        assert any("mathematics" in expander.label for expander in app.expander)
        assert len(app.get("latex")) or len(app.latex)


UNUSUAL: dict[str, dict] = {
    "no labels": {"y": np.full(34, -1), "class_names": ()},
    "some labels": {"y": np.where(np.arange(34) % 3, -1, n2n.load("karate").y)},
    "no features": {"x": np.zeros((34, 0), np.float32)},
    "an empty class": {"class_names": (*n2n.load("karate").class_names, "<b>*nobody*</b>")},
    "names": {"node_names": np.array([f"**{i}** <img>" for i in range(34)])},
}


@pytest.mark.parametrize("kind", UNUSUAL)
def test_unusual_graphs_work_on_every_page(kind, home):
    key = own_graph(n2n.load("karate").replace(name="my club", **UNUSUAL[kind]))
    for page in PAGES:
        app = open_page(page, dataset=key)
        assert app.selectbox(key="dataset").value == key
        assert not app.error
        assert "<img>" not in texts(app).replace("\\<img\\>", "")
        if kind == "no labels" and page in ("smoothness", "compare", "wrong_edges"):
            assert "has no labels" in said(app)


# Runs of every kind -----------------------------------------------------------------------------------------


def _fitted(method="N2N-TAPS-1 (JL)", graph=None, **changes) -> Run:
    return fit(graph or n2n.load("karate"), settings_for(method, "karate").replace(**{**QUICK, **changes}))


def _ended(state: str, epochs: int) -> Run:
    trainer = Trainer(n2n.load("karate"), n2n.Settings(**QUICK))
    for _ in range(epochs):
        trainer.step()
    run = trainer.run() if epochs else trainer.record
    return run, state


def _fork() -> Run:
    return fork(n2n.load("karate"), _fitted(snapshots=4), 2, tau=0.5)


def _unvalidated() -> Run:
    karate = n2n.load("karate")
    split = replace(karate.split(), val=np.arange(0))
    return _fitted(graph=karate.replace(public=split), split="public")


def _bare() -> Run:
    return _fitted("DGI", n2n.load("karate").replace(y=np.full(34, -1), class_names=()))


KINDS: dict[str, Callable] = {
    "joint": _fitted,
    "unsupervised": lambda: _fitted("N2N-TAPS-1 (URL)"),
    "pre-trained": lambda: _fitted(framework="PT&FT", finetune_epochs=2),
    "with edges": lambda: _fitted("GCN"),
    "unsupervised with edges": lambda: _fitted("DGI"),
    "a random walk": lambda: _fitted("DeepWalk"),
    "all neighbours": lambda: _fitted(k="all"),
    "mini-batches": lambda: _fitted(batch_size=10),
    "without snapshots": lambda: _fitted(snapshots=0),
    "forked": _fork,
    "without validation nodes": _unvalidated,
    "without labels": _bare,
    "stopped": lambda: _ended("stopped", 1),
    "failed": lambda: _ended("failed", 3),
    "interrupted": lambda: _ended("interrupted", 2),
    "queued": lambda: _ended("queued", 0),
}


def choose(app, key: str, option: str) -> None:
    controls = [*app.radio, *app.segmented_control, *app.selectbox]
    next(control for control in controls if control.key == key).set_value(option)
    sound(app.run())


def options(app, key: str) -> list[str]:
    """What a control offers; nothing where the page does not have it."""
    controls = [*app.radio, *app.segmented_control, *app.selectbox]
    return next((control.options for control in controls if control.key == key), [])


@pytest.mark.parametrize("kind", KINDS)
def test_every_view_of_every_page(kind, home):
    made = KINDS[kind]()
    run, state = made if isinstance(made, tuple) else (made, "")
    id = kept_run(run, state, name=kind)
    for page, view in VIEWS.items():
        app = open_page(page, ME, layout="PCA", dataset="karate", run=id)
        assert not app.error or state == "failed"
        for option in options(app, view) or [None]:
            if option is not None:
                choose(app, view, option)
            for colour in options(app, "colour"):
                choose(app, "colour", colour)
