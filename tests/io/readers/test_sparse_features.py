import scipy.sparse as sp

from n2n.io.readers import read_graph


def test_sparse_features_by_number_and_by_name():
    table = b"id,features\na,0:1 3:2.5\nb,\nc,1:-1;3:1\n"
    graph = read_graph({"edges.csv": b"a,b\nb,c\n", "nodes.csv": table})
    assert sp.issparse(graph.x)
    assert graph.x.toarray().tolist() == [[1, 0, 0, 2.5], [0, 0, 0, 0], [0, -1, 0, 1]]
    named = read_graph({"edges.csv": b"a,b\n", "nodes.csv": b"id,features\na,red:1 big:2\nb,big:3\n"})
    assert named.x.toarray().tolist() == [[1, 2], [0, 3]]
