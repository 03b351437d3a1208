"""Files and folders of arrays: complete under their name or not there, and what was altered is refused."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from n2n.files.atomic import whole_file
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
        folder.facts = facts or {"name": "x"}
    return path


def test_a_file_is_replaced_as_a_whole(tmp_path):
    file = tmp_path / "deep" / "a.txt"
    with whole_file(file) as part:
        part.write_text("first")
    with pytest.raises(ZeroDivisionError), whole_file(file) as part:
        part.write_text(str(1 / 0) if part.write_text("half") else "")
    assert file.read_text() == "first"
    assert os.listdir(file.parent) == ["a.txt"]


def test_what_is_written_is_what_is_opened(path):
    arrays, facts = open_folder(path, KIND, verify=True, private=("a",))
    np.testing.assert_array_equal(arrays["a"], A)
    np.testing.assert_array_equal(arrays["b"], B)
    np.testing.assert_array_equal(np.load(path / "b.npy"), B)
    assert (arrays["c"].shape, facts) == ((0, 2), {"name": "x"})
    assert isinstance(arrays["b"].base, np.memmap)
    assert not arrays["b"].flags.writeable
    arrays["a"][0, 0] = 99  # only in memory
    assert np.load(path / "a.npy")[0, 0] == 0
    assert sorted(os.listdir(path)) == ["a.npy", "b.npy", "c.npy", "thing.json"]


def test_a_folder_cut_at_every_file(path):
    for file in list(path.iterdir()):
        content = file.read_bytes()
        for cut in (0, 1, len(content) // 2, len(content) - 1):
            file.write_bytes(content[:cut])
            with pytest.raises(ValueError, match=file.name):
                open_folder(path, KIND)
        file.unlink()
        with pytest.raises(ValueError, match=file.name):
            open_folder(path, KIND)
        file.write_bytes(content)
    open_folder(path, KIND, verify=True)


@pytest.mark.parametrize("at", [*range(0, 128, 5), 90_000, -1])
def test_every_changed_byte_is_noticed_by_verify(path, at):
    content = bytearray((path / "b.npy").read_bytes())
    content[at] ^= 1
    (path / "b.npy").write_bytes(content)
    with pytest.raises(ValueError, match=r"b\.npy was changed"):
        open_folder(path, KIND, verify=True)


def test_another_array_under_the_same_name(path):
    np.save(path / "a.npy", A.astype(np.float32))
    with pytest.raises(ValueError, match=r"a\.npy was changed"):
        open_folder(path, KIND)
    np.save(path / "a.npy", np.array([{}] * 12), allow_pickle=True)
    with pytest.raises(ValueError, match=r"a\.npy (was changed|has)"):
        open_folder(path, KIND)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *((text, "cannot be read") for text in ("", "{", "[]", "3", "[" * 10_000, '{"kind": "thing"}')),
        ('{"kind": "thing", "format": 1}', "was edited"),
        ('{"kind": "thing", "format": 1, "facts": {}, "arrays": 3, "suffix": 3}', "was edited"),
    ],
)
def test_a_json_file_that_is_something_else(path, text, words):
    (path / "thing.json").write_text(text)
    with pytest.raises(ValueError, match=rf"thing\.json {words}"):
        read_facts(path, KIND)


def test_an_edited_json_file_another_version_and_another_kind(path):
    for kind, words in (
        (Kind("thing", 2), "format 1: this program reads thing folders of format 2"),
        (Kind("other", 1), r"no other\.json"),
    ):
        with pytest.raises(ValueError, match=words):
            open_folder(path, kind)
    with pytest.raises(ValueError, match="does not exist"):
        open_folder(path / "nothing", KIND)
    content = json.loads((path / "thing.json").read_text())
    content["facts"]["name"] = "y"
    (path / "thing.json").write_text(json.dumps(content))
    with pytest.raises(ValueError, match=r"thing\.json was edited"):
        read_facts(path, KIND)


def test_nothing_is_left_of_a_folder_that_failed(tmp_path):
    with pytest.raises(ValueError, match="Object arrays"), new_folder(tmp_path / "out", KIND) as folder:
        folder.write("a", np.array([None]))
    with pytest.raises(RuntimeError, match="not finished"), new_folder(tmp_path / "out", KIND):
        pass
    assert not list(tmp_path.iterdir())


def test_only_a_folder_of_the_same_kind_is_replaced_and_only_on_demand(path, tmp_path):
    with pytest.raises(ValueError, match="exists already"):
        write(path)
    write(path, replace=True, facts={"name": "new"})
    assert read_facts(path, KIND) == {"name": "new"}
    (path / "notes.txt").write_text("mine")
    with pytest.raises(ValueError, match=r"also holds 'notes\.txt'"):
        write(path, replace=True)
    (tmp_path / "file").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a.npy").write_text("mine")
    for name in ("file", "full"):
        with pytest.raises(ValueError, match="is not a thing folder"):
            write(tmp_path / name, replace=True)
    (tmp_path / "empty").mkdir()
    open_folder(write(tmp_path / "empty"), KIND)
    assert sorted(os.listdir(tmp_path)) == ["empty", "file", "full", "out"]


KILLED = """
import os, signal, sys
from n2n.files.folder import Kind, new_folder
with new_folder(sys.argv[1], Kind("thing", 1)) as folder:
    (folder.path / "a.npy").write_bytes(b"half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_remains_of_a_killed_process_are_removed_but_not_those_of_a_living_one(tmp_path):
    path = tmp_path / "out"
    subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    (remains,) = tmp_path.iterdir()
    assert not path.exists()
    with new_folder(path, KIND) as living:
        assert not remains.exists()
        write(path)
        assert living.path.exists()
        living.facts = {}
        with pytest.raises(ValueError, match="exists already"):
            write(path)
        path.rename(tmp_path / "moved")
    assert sorted(os.listdir(tmp_path)) == ["moved", "out"]
