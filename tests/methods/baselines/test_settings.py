"""Settings of baselines: names, what a method reads, what it refuses."""

import pytest

from n2n.methods.baselines.catalogue import baselines
from n2n.methods.baselines.settings import BaselineSettings
from n2n.methods.spec import ALL


def test_every_setting_has_label_help_and_a_range():
    for name, spec in BaselineSettings.specs().items():
        assert spec.label, name
        assert spec.help.endswith("."), name
        assert spec.range, name


def test_only_graphsage_has_sampled_neighbours_in_its_name():
    assert BaselineSettings("GraphSAGE-Mean", k=2, sampler="taps").name == "GraphSAGE-Mean-TAPS-2"
    assert BaselineSettings("GraphSAGE-Mean", k=ALL, sampler="taps").name == "GraphSAGE-Mean"
    assert BaselineSettings("GCN", k=2, sampler="taps").name == "GCN"


def test_every_setting_of_a_method_alone_is_read_by_some_method():
    read = {name for method in baselines() for name in BaselineSettings(method).relevant}
    assert read == set(BaselineSettings.specs())


def test_a_constructor_names_the_method():
    settings = BaselineSettings("GAT", heads=4, seed=3)
    assert settings.constructor == "BaselineSettings(method='GAT', heads=4, seed=3)"
    assert eval(settings.constructor) == settings


def test_a_method_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="method is 'GNN': expected one of 'MLP', 'GCN'"):
        BaselineSettings("GNN")
