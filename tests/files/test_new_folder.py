"""A folder while it is being written: complete under its name, or not there."""

import subprocess
import sys

import numpy as np
import pytest

from n2n.files.folder import Kind, new_folder, open_folder, read_facts

KIND = Kind("thing", 1)


@pytest.fixture
def path(tmp_path):
    return write(tmp_path / "out")


def write(path, replace=False, facts=None):
    with new_folder(path, KIND, replace) as folder:
        folder.write("a", np.arange(12))
        folder.finish(facts or {"name": "x"})
    return path


def test_nothing_is_left_of_a_folder_that_failed(tmp_path):
    with pytest.raises(ValueError, match="Object arrays"), new_folder(tmp_path / "out", KIND) as folder:
        folder.write("a", np.array([None]))
    with pytest.raises(RuntimeError, match="not finished"), new_folder(tmp_path / "out", KIND):
        pass
    assert not list(tmp_path.iterdir())


def test_what_is_there_is_replaced_only_on_demand(path):
    with pytest.raises(ValueError, match="exists already"):
        write(path)
    write(path, replace=True, facts={"name": "new"})
    assert read_facts(path, KIND) == {"name": "new"}
    (path / "notes.txt").write_text("mine")
    with pytest.raises(ValueError, match=r"also holds 'notes\.txt'"):
        write(path, replace=True)
    assert sorted(item.name for item in path.parent.iterdir()) == ["out"]


def test_only_a_folder_of_the_same_kind_is_replaced(tmp_path):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a.npy").write_text("mine")
    (tmp_path / "empty").mkdir()
    for name in ("file", "full"):
        with pytest.raises(ValueError, match="is not a thing folder"):
            write(tmp_path / name, replace=True)
    open_folder(write(tmp_path / "empty"), KIND)


KILLED = """
import os, signal, sys
from n2n.files.folder import Kind
from n2n.files.folder import new_folder
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
        write(tmp_path / "out")
        assert living.path.exists()
        living.finish({})
        with pytest.raises(ValueError, match="exists already"):
            write(path)
        path.rename(tmp_path / "moved")
    assert sorted(item.name for item in tmp_path.iterdir()) == ["moved", "out"]
