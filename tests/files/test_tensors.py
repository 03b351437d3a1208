"""Arrays and facts come back as they were, and nothing that was altered does."""

import json

import numpy as np
import pytest
from safetensors.numpy import save as save_plain

from n2n.files.tensors import from_bytes, read_bytes, to_bytes, write_bytes

ARRAYS = {"a": np.arange(6.0).reshape(2, 3), "b": np.zeros((0, 4), np.int8), "turned": np.eye(3)[:, ::2].T}
FACTS = {"name": "Δ", "epochs": [1, 2.5, None]}


def test_arrays_and_facts_come_back(tmp_path):
    path = tmp_path / "new" / "file.n2n"
    write_bytes(path, to_bytes("test-1", ARRAYS, FACTS))
    arrays, facts = from_bytes(read_bytes(path), "test-1")
    assert facts == FACTS
    assert set(arrays) == set(ARRAYS)
    for name, array in ARRAYS.items():
        np.testing.assert_array_equal(arrays[name], array)
        assert arrays[name].dtype == array.dtype
        assert arrays[name].flags.writeable
    assert list(path.parent.iterdir()) == [path]


def test_files_that_an_earlier_version_saved_are_read():
    from n2n.embedding.shipped import FORMAT, LAYOUTS

    arrays, facts = from_bytes(read_bytes(LAYOUTS / "karate.safetensors"), FORMAT)
    assert facts["nodes"] == len(arrays["nodes"]) == 34


@pytest.mark.parametrize("share", [0, 0.001, 0.5, 0.99])
def test_a_file_that_is_cut_short_is_named(share):
    data = to_bytes("test-1", ARRAYS, FACTS)
    with pytest.raises(ValueError, match=r"^a.n2n is damaged or cut short"):
        from_bytes(data[: int(share * len(data))], "test-1", "a.n2n")


def test_a_changed_number_or_fact_is_noticed():
    data = to_bytes("test-1", ARRAYS, FACTS)
    for changed in (data[:-1] + bytes([data[-1] ^ 1]), data.replace(b"epochs", b"epocks")):
        with pytest.raises(ValueError, match="changed after it was saved"):
            from_bytes(changed, "test-1")


def test_another_format_is_refused():
    for data in (save_plain({"a": ARRAYS["a"]}), to_bytes("test-2", ARRAYS, FACTS)):
        with pytest.raises(ValueError, match="is not in the format test-1: this program did not save it"):
            from_bytes(data, "test-1")


def test_numbers_of_an_unknown_type_are_refused():
    header = json.dumps({"a": {"dtype": "BF16", "shape": [1], "data_offsets": [0, 2]}}).encode()
    with pytest.raises(ValueError, match="cannot be read"):
        from_bytes(len(header).to_bytes(8, "little") + header + bytes(2), "test-1")


def test_a_missing_file_and_a_folder_are_one_sentence(tmp_path):
    with pytest.raises(ValueError, match="There is no file"):
        read_bytes(tmp_path / "missing")
    with pytest.raises(ValueError, match="cannot be read"):
        read_bytes(tmp_path)
