"""One measured training as the benchmark starts it; the trainings themselves are in `test_scale_training`."""

import pytest

from n2n.cli.bench.one_training import main


@pytest.mark.parametrize("kind", ["n2n", "full"])
def test_a_graph_that_is_not_there_is_refused_and_nothing_is_printed(kind, tmp_path, capsys):
    with pytest.raises(ValueError, match="does not exist"):
        main([kind, str(tmp_path / "nothing")])
    assert capsys.readouterr().out == ""


def test_an_unknown_kind_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["mlp", str(tmp_path)])
    assert "invalid choice: 'mlp'" in capsys.readouterr().err
