import json
import os

import numpy as np
import pytest

from n2n.files.folder import Kind, new_folder, open_folder, read_facts

KIND = Kind("thing", 1)
A, B = np.arange(12, dtype=np.int32).reshape(4, 3), np.arange(200_000, dtype=np.float64)


@pytest.fixture
def path(tmp_path):
    return write(tmp_path / "out")


def write(path, replace=False, facts=None):
    with new_folder(path, KIND, replace) as folder:
        folder.write("a", A)
        with folder.stream("b", np.float64) as stream:
            for block in np.array_split(B, 7):
                stream.append(block)
        folder.create("c", (0, 2), np.float32)
        folder.finish(facts or {"name": "x"})
    return path


def test_what_is_written_is_what_is_opened(path):
    arrays, facts = open_folder(path, KIND, verify=True, private=("a",))
    np.testing.assert_array_equal(arrays["a"], A)
    np.testing.assert_array_equal(arrays["b"], B)
    np.testing.assert_array_equal(np.load(path / "b.npy"), B)
    assert arrays["c"].shape == (0, 2)
    assert facts == {"name": "x"}
    assert type(arrays["b"]) is np.ndarray
    assert isinstance(arrays["b"].base, np.memmap)
    assert not arrays["b"].flags.writeable
    arrays["a"][0, 0] = 99  # only in memory
    assert np.load(path / "a.npy")[0, 0] == 0
    assert sorted(os.listdir(path)) == ["a.npy", "b.npy", "c.npy", "thing.json"]


def test_a_folder_cut_at_every_file(path):
    whole = {file.name: file.read_bytes() for file in path.iterdir()}
    for name, content in whole.items():
        for cut in (0, 1, len(content) // 2, len(content) - 1):
            (path / name).write_bytes(content[:cut])
            with pytest.raises(ValueError, match=name):
                open_folder(path, KIND)
        (path / name).unlink()
        with pytest.raises(ValueError, match=name):
            open_folder(path, KIND)
        (path / name).write_bytes(content)
    open_folder(path, KIND, verify=True)


def flip(file, at):
    content = bytearray(file.read_bytes())
    content[at] ^= 1
    file.write_bytes(content)


@pytest.mark.parametrize("at", [0, 100, 128, -1])
def test_a_changed_byte_in_a_sample(path, at):
    flip(path / "b.npy", at)
    with pytest.raises(ValueError, match=r"b\.npy was changed"):
        open_folder(path, KIND)


def test_a_changed_byte_outside_the_sample_is_found_by_verify(path):
    flip(path / "b.npy", 90_000)
    open_folder(path, KIND)
    with pytest.raises(ValueError, match=r"b\.npy was changed"):
        open_folder(path, KIND, verify=True)


def test_an_edited_json_file(path):
    content = json.loads((path / "thing.json").read_text())
    content["facts"]["name"] = "y"
    (path / "thing.json").write_text(json.dumps(content))
    with pytest.raises(ValueError, match=r"thing\.json was edited"):
        read_facts(path, KIND)


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '{"kind": "thing"}'])
def test_a_json_file_that_is_something_else(path, text):
    (path / "thing.json").write_text(text)
    with pytest.raises(ValueError, match=r"thing\.json cannot be read"):
        read_facts(path, KIND)


def test_another_version_and_another_kind(path):
    with pytest.raises(ValueError, match=r"format 1: this program reads thing folders of format 2"):
        open_folder(path, Kind("thing", 2))
    with pytest.raises(ValueError, match=r"no other\.json"):
        open_folder(path, Kind("other", 1))
    with pytest.raises(ValueError, match="does not exist"):
        open_folder(path / "nothing", KIND)
