"""The printed numbers are those of the paper."""

from n2n.methods.recipes import hyper_parameters
from n2n.paper import printed as paper


def test_table_1_has_all_rows_and_spot_values():
    table = paper.table1()
    assert len(table) == 30
    assert table["GCN"]["cora"] == paper.Score(84.72, 0.08)
    assert table["N2N-TAPS-1 (JL)"]["pubmed"] == paper.Score(91.08, 0.16)
    assert table["N2N (URL)"]["physics"] == paper.Score(91.77, 0.08)
    assert all(set(row) == set(paper.DATASETS) for row in table.values())


def test_hyper_parameters_and_times():
    values = hyper_parameters()
    assert set(values) == set(paper.DATASETS)
    printed = 0.6, 0.01, 0.001, 0.99, 100, 5, 1000, 512
    assert tuple(values["cs"].values())[:8] == printed
    assert paper.table3()["N2N (JL) (inference)"]["physics"] == 0.13
