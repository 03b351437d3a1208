"""Every baseline declares itself, and is known without loading torch."""

import subprocess
import sys

import pytest

from n2n.methods.baselines.catalogue import baselines, find_baseline
from n2n.methods.baselines.settings import BaselineSettings
from n2n.paper.printed import table1


def test_baselines_stand_in_the_order_of_table_1():
    printed = [row for row in table1() if row in baselines()]
    assert list(baselines())[: len(printed) + 1] == ["MLP", *printed]


@pytest.mark.parametrize("baseline", baselines().values(), ids=baselines())
def test_what_a_baseline_declares_exists(baseline):
    assert set(baseline.values) | set(baseline.reads) <= set(BaselineSettings.specs())
    assert baseline.family in ("graph network", "random walks", "contrastive", "features only")
    assert baseline.relative_cost > 0
    assert not baseline.why.endswith(".")


def test_names_are_known_without_torch():
    code = (
        "import sys; from n2n.methods.baselines.catalogue import baselines; baselines();"
        "print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_an_unknown_name_is_one_sentence():
    with pytest.raises(ValueError, match="There is no method 'GNN': choose among MLP, GCN"):
        find_baseline("GNN")
