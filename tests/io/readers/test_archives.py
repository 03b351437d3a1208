import pytest

from n2n.io.readers import Limits, ReadError
from n2n.io.readers.archives import is_archive, members
from tests.io.readers.corpus_formats import zipped


def test_members_come_without_folders_and_without_litter():
    data = zipped({"folder/": b"", "folder/e.csv": b"a,b", "__MACOSX/e.csv": b"x", "folder/.DS_Store": b"x"})
    assert is_archive(data)
    assert members("g.zip", data, Limits()) == {"e.csv": b"a,b"}


def test_a_text_may_not_grow_too_much_but_an_array_may():
    data = zipped({"a.npy": bytes(3 << 20)})
    with pytest.raises(ReadError, match=r'"a\.npy" in it grows more than 200 times when unpacked'):
        members("g.zip", data, Limits())
    assert len(members("g.npz", data, Limits(), arrays=True)["a.npy"]) == 3 << 20
    with pytest.raises(ReadError, match="unpacked it is larger than the 2 MB"):
        members("g.npz", data, Limits(unpacked=2 << 20), arrays=True)
