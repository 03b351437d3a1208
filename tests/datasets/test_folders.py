from pathlib import Path

import pytest

from n2n.files.assets import data_folder, graph_cache


@pytest.mark.parametrize(("folder", "name"), [(data_folder, "N2N_DATA"), (graph_cache, "N2N_CACHE")])
def test_the_environment_decides_and_else_it_is_a_cache_in_the_home_folder(folder, name, monkeypatch):
    monkeypatch.setenv(name, "~/elsewhere")
    assert folder() == Path.home() / "elsewhere"
    for unset in (lambda: monkeypatch.setenv(name, ""), lambda: monkeypatch.delenv(name)):
        unset()
        assert folder().is_relative_to(Path.home() / ".cache" / "n2n")
    assert data_folder() != graph_cache()
