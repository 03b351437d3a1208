"""Stored times per new node, and what a new node needs."""

from n2n.methods.hyperparameters import DATASETS
from n2n.methods.registry import settings_for
from n2n.methods.rivals.catalogue import rivals
from n2n.paper import inference
from n2n.paper.lineup import families


def test_stored_times_are_those_of_methods_that_exist():
    for (dataset, method), microseconds in inference.inference_times().items():
        assert dataset in DATASETS
        assert method in families()
        assert microseconds > 0


def test_features_alone_are_enough_for_n2n_and_the_networks_without_edges():
    alone = {name for name in rivals() if inference.needs(settings_for(name, "cora")) == "features"}
    assert alone == {"MLP", "Graph-MLP", "GLNN", "SimMLP"}
    assert inference.needs(settings_for("N2N-TAPS-1 (URL)", "cora")) == "features"


def test_without_a_file_nothing_is_known(monkeypatch, tmp_path):
    inference.inference_times.cache_clear()
    monkeypatch.setattr(inference, "FILE", tmp_path / "none.csv")
    assert inference.inference_times() == {}
    inference.inference_times.cache_clear()
