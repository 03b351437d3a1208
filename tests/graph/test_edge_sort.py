import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import n2n
from n2n.files.folder import Kind, new_folder, open_folder
from n2n.graph import Dropped, edge_sort
from n2n.graph.edge_sort import EdgeSorter

KIND = Kind("edges", 1)


@settings(max_examples=40, deadline=None)
@given(data=st.data(), nodes=st.integers(1, 30), seed=st.integers(0, 99), bucket=st.integers(1, 200))
def test_the_same_as_in_memory(data, nodes, seed, bucket, tmp_path_factory):
    rng = np.random.default_rng(seed)
    edges = rng.integers(0, nodes, (2, data.draw(st.integers(0, 120))))
    expected = n2n.Graph.from_edges(edges, x=None, num_nodes=nodes)
    path = tmp_path_factory.mktemp("sort") / "out"
    with pytest.MonkeyPatch.context() as patch, new_folder(path, KIND) as folder:
        patch.setattr(edge_sort, "_BUCKET", bucket)
        sorter = EdgeSorter(folder, nodes, edges.shape[1])
        for part in np.array_split(edges, 3, axis=1):
            sorter.add(*part.astype(np.int32))
        count, dropped = sorter.finish()
        folder.finish({})
    arrays, _ = open_folder(path, KIND)
    np.testing.assert_array_equal(arrays["indptr"], expected.indptr)
    np.testing.assert_array_equal(arrays["indices"], expected.indices)
    assert count == expected.num_edges
    assert Dropped(**dropped) == expected.dropped
    assert sorted(file.name for file in path.iterdir()) == ["edges.json", "indices.npy", "indptr.npy"]


def test_ids_up_to_the_limit(tmp_path):
    top = (1 << 31) - 2
    with new_folder(tmp_path / "out", KIND) as folder:
        with pytest.raises(ValueError, match="at most 2,147,483,647"):
            EdgeSorter(folder, top + 2, 1)
        key = edge_sort.keys_of(np.array([top]), np.array([top - 1]))
        assert (key[0] >> 32, (key[0] & 0xFFFFFFFF) >> 1) == (top, top - 1)
        folder.finish({})
