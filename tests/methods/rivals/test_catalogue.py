"""Every rival declares itself, and is known without loading torch."""

import subprocess
import sys

import pytest

from n2n.methods.rivals.catalogue import find_rival, rivals
from n2n.methods.rivals.settings import RivalSettings
from n2n.paper.printed import table1


def test_rivals_stand_in_the_order_of_table_1():
    printed = [row for row in table1() if row in rivals()]
    assert list(rivals())[: len(printed) + 1] == ["MLP", *printed]


@pytest.mark.parametrize("rival", rivals().values(), ids=rivals())
def test_what_a_rival_declares_exists(rival):
    assert set(rival.values) | set(rival.reads) <= set(RivalSettings.specs())
    assert rival.family in ("graph network", "random walks", "contrastive", "features only")
    assert rival.relative_cost > 0
    assert not rival.why.endswith(".")


def test_names_are_known_without_torch():
    code = (
        "import sys; from n2n.methods.rivals.catalogue import rivals; rivals(); print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_an_unknown_name_is_one_sentence():
    with pytest.raises(ValueError, match="There is no method 'GNN': choose among MLP, GCN"):
        find_rival("GNN")
