import io

import numpy as np
import pytest

from n2n.io.readers import Limits, ReadError
from n2n.io.readers.arrays import read_npz, read_safetensors
from n2n.io.readers.sources import Given


def test_arrays_come_back_as_numpy_wrote_them():
    written = {
        "a": np.arange(6).reshape(2, 3),
        "by_column": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        "empty": np.zeros((0, 4), np.float32),
        "text": np.array(["ä", "bc"]),
        "scalar": np.array(7),
    }
    out = io.BytesIO()
    np.savez(out, pickled=np.array([None]), **written)
    found = read_npz(Given("g.npz", out.getvalue()), Limits())
    assert set(found) == set(written)
    for name, array in written.items():
        np.testing.assert_array_equal(found[name], array)
        assert found[name].dtype == array.dtype
    assert found.pickled == ["pickled"]
    with pytest.raises(ReadError, match='"pickled" in it is pickled, which could run code'):
        found["pickled"]
    with pytest.raises(ReadError, match='the array "nothing" is missing'):
        found["nothing"]


def test_tensors_come_with_the_texts_in_their_header():
    from safetensors.numpy import save

    data = save({"x": np.eye(2)}, {"name": "g"})
    arrays, facts = read_safetensors(Given("g.safetensors", data), Limits())
    assert (arrays["x"].tolist(), facts) == ([[1, 0], [0, 1]], {"name": "g"})
    with pytest.raises(ReadError, match="more than 0 tensors"):
        read_safetensors(Given("g.safetensors", data), Limits(members=0))
