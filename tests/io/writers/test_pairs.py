import n2n
from n2n.files.csv import to_csv
from n2n.io.writers.pairs import partition_table, positives_table
from tests.graphs import clique


def test_positives_and_subgraphs_have_a_row_for_each():
    graph = clique(4, alone=1).replace(node_names=("a", "b", "c", "d", "=e"))
    positives = n2n.rank(graph).top(2)
    table = positives_table(graph, positives)
    assert table["node"] == ["a", "a", "b", "b", "c", "c", "d", "d", "=e"]
    assert table["rank"] == [1, 2] * 4 + [1]
    assert table["positive"][-1] == "=e"
    parts = partition_table(graph, n2n.partition(positives))
    assert (parts["subgraph"], parts["size"]) == ([0, 0, 0, 0, 1], [4, 4, 4, 4, 1])
    assert "'=e" in to_csv(parts)


def test_ids_beside_names_are_in_columns_of_their_own():
    graph = clique(3).replace(node_names=("a", "b", "c"), node_ids=("7", "8", "9"))
    positives = n2n.rank(graph).top(1)
    table = positives_table(graph, positives)
    assert (table["node"], table["node_id"]) == (["a", "b", "c"], ["7", "8", "9"])
    assert table["positive_id"] == ["8", "7", "7"]
    assert partition_table(graph, n2n.partition(positives))["id"] == ["7", "8", "9"]
