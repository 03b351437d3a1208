import pytest

from n2n.files.atomic import whole_file


def test_a_file_appears_when_it_is_complete(tmp_path):
    path = tmp_path / "new" / "a.txt"
    with whole_file(path) as part:
        part.write_text("complete")
        assert not path.exists()
    assert path.read_text() == "complete"


def test_an_error_leaves_the_earlier_file_and_nothing_else(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("earlier")

    def fail():
        with whole_file(path) as part:
            part.write_text("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert path.read_text() == "earlier"
    assert list(tmp_path.iterdir()) == [path]
