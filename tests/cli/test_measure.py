"""`python -m n2n measure`."""

import pytest

from n2n.cli import main
from n2n.cli.measure import line
from n2n.paper.plan import plan
from n2n.paper.workers import Finished
from tests.cells import cell


def test_a_finished_cell_and_a_failure_are_one_line_each():
    one = plan(["cora"])[0]
    made = cell("N2N-TAPS-1 (URL)", 0.85)
    made.values["probes"] = {"softmax": {"test": 0.86}}
    assert line(Finished(one, made, "", 1, 9, 75.0)) == (
        "1/9 N2N-Random-1 (JL) on cora, seed 0: 85.00, softmax probe 86.00 in 1.0 s; 1 min 15 s left"
    )
    assert line(Finished(one, None, "No memory.", 2, 9, 0.0)).endswith("seed 0: not measured: No memory.")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["measure", "--out", "x", "--datasets", "karate"], "does not use 'karate'"),
        (["measure", "--out", "x", "--jobs", "3"], "invalid choice: 3"),
    ],
)
def test_mistakes_are_one_sentence(words, expected, capsys):
    assert main(words) == 2
    assert expected in capsys.readouterr().err
