"""Published accuracies name their protocol and belong to methods and datasets that exist."""

from n2n.methods.recipes import baselines
from n2n.paper.published import published, published_table


def test_every_number_has_its_protocol_and_a_method_of_this_program():
    for one in published():
        assert one.method in baselines()
        assert 50 < one.mean < 100
        assert one.sd is None or 0 < one.sd < 5
        assert one.split
        assert one.selection
        assert one.checked
        assert one.paper == baselines()[one.method].paper


def test_a_number_is_there_once():
    keys = [(one.method, one.dataset) for one in published()]
    assert len(set(keys)) == len(keys)


def test_the_table_has_measured_numbers_beside_the_published_ones():
    found = published("GraphACL")
    table = published_table(found, {("GraphACL", "cora"): "85.00%"})
    assert table["published"] == ["84.20", "82.02", "73.63"]
    assert table["dataset"] == ["cora", "pubmed", "citeseer"]
    assert table["measured here"] == ["85.00%", "–", "–"]
    assert all(split.startswith("public") for split in table["their split"])
