"""Small models that are trained in seconds, kept with their weights, to be asked about edited graphs."""

import streamlit as st

import n2n
from n2n.compute.cache import BoundedCache
from n2n.methods.base import MethodSettings
from n2n.taps.edits import Edits
from n2n.training.trained import TrainedModel, train_model
from pages.session import data, edits, heavy

MODELS = ("N2N-TAPS-1", "GCN")
_SIZES = {
    "N2N-TAPS-1": {"width": 128, "epochs": 60, "evaluate_every": 5, "patience": 0},
    "GCN": {"width": 64, "epochs": 60, "evaluate_every": 5, "patience": 0},
}
_KEPT = 12


@data.cached(st.cache_resource, max_entries=6)
def _models(dataset: str) -> BoundedCache:
    return BoundedCache(_KEPT)


def settings_of(dataset: str, name: str) -> MethodSettings:
    """The settings of a small model: the tuned ones, but narrow and with few epochs."""
    if name == "GCN":
        return n2n.BaselineSettings.for_dataset(dataset, "GCN").replace(**_SIZES[name])
    return n2n.Settings.for_dataset(dataset, "JL").replace(**_SIZES[name])


def is_ready(dataset: str, name: str, edited: Edits) -> bool:
    """Whether a model has been trained on the edited graph, or on the graph itself."""
    return _models(dataset).get((name, edited.code)) is not None


def model(dataset: str, name: str, edited: Edits) -> TrainedModel:
    """The model, trained on the edited graph; while it is not there, its progress, and the page ends.

    Nothing of a visitor is needed for the training but the graph, which goes along.
    """
    cache, what = _models(dataset), (name, edited.code)
    graph, ranking = edits.edited_graph(dataset, edited), edits.edited_ranking(dataset, edited)
    settings = settings_of(dataset, name)

    def make() -> TrainedModel:
        return train_model(graph, settings, ranking, heavy.report)

    return heavy.ensure(cache, what, make, f"Training {name}", "A model is trained once for each graph.")


def replayed(dataset: str, settings: MethodSettings) -> TrainedModel:
    """A run trained again as it was, for its weights, which runs do not keep; shows progress like `model`."""
    graph, ranking = data.graph(dataset), data.ranking(dataset)

    def make() -> TrainedModel:
        return train_model(graph, settings, ranking, heavy.report)

    reason = "Runs keep no weights, so the training is repeated, once."
    return heavy.ensure(_models(dataset), ("replay", settings), make, f"Training {settings.name}", reason)
