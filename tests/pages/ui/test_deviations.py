"""What explains a difference: attempts, and the ledger of what text, released code and this project do."""

import pytest

from n2n.paper import reference
from pages.ui import deviations
from tests.measurements import scored, store
from tests.pages.app import open_page, texts
from tests.pages.test_reproduction import said, some

pytestmark = pytest.mark.usefixtures("empty_results")


def test_what_was_tried_and_how_long_the_rest_takes(empty_results):
    some(empty_results)
    app = open_page("reproduction", dataset="cora")
    text = texts(app)
    assert "points higher than printed, 3 runs." in text
    assert "With other settings: Dropout\\: 0\\.11: 70.00%" in text
    assert "one linear layer" in text
    assert "on this server, judging by the runs already measured" in text
    assert app.code[0].value == "n2n reproduce table1 --datasets cora --minutes 30"
    assert "2 cores" in said(app)


def test_under_another_split_the_settings_are_those_of_the_papers(empty_results):
    store(empty_results, *(scored("SGC", 0.99, seed, changes={"split": "public"}) for seed in range(3)))
    words = "All settings were chosen for the paper's split"
    assert words in said(open_page("reproduction", dataset="cora", **{"lens.split": "public"}))
    some(empty_results)
    assert words not in said(open_page("reproduction", dataset="cora"))


def test_the_ledger_shows_what_touches_the_table_or_all():
    app = open_page("reproduction", dataset="cora", of="Figure 4")
    ledger = reference.deviations()
    topics = [where for where in ledger["where"] if deviations.concerns(where, "Figure 4")]
    assert 0 < len(topics) < len(ledger)
    assert f"{len(topics)} of {len(ledger)} known differences" in said(app)
    app.toggle(key="ledger").set_value(True).run()
    assert f"{len(ledger)} of {len(ledger)} known differences" in said(app)
    labels = {expander.label for expander in app.expander}
    assert labels >= {f"{one.topic} ({one.where})" for one in ledger.itertuples()}
