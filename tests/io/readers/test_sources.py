import io

import pytest

from n2n.io.readers import Limits, ReadError, read_graph
from n2n.io.readers.sources import collect
from tests.io.readers.corpus_formats import zipped

EDGES = b"source,target\nanna,ben\nben,cleo\ncleo,anna\n"


def test_a_source_is_a_path_an_open_file_a_name_with_bytes_or_several(tmp_path):
    path = tmp_path / "edges.csv"
    path.write_bytes(EDGES)
    with path.open("rb") as file:
        graphs = [read_graph(path), read_graph(str(path)), read_graph(file), read_graph([path])]
    graphs += [read_graph(("e.csv", EDGES)), read_graph({"e.csv": EDGES}), read_graph([("e.csv", EDGES)])]
    assert {graph.num_edges for graph in graphs} == {3}
    assert [graph.name for graph in graphs] == ["edges"] * 4 + ["e"] * 3
    assert read_graph(path, name="mine").name == "mine"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("nowhere.csv", "nowhere.csv: there is no such file"),
        ([], "no file was given"),
        (EDGES, "data without a name"),
        (io.StringIO("a,b"), "open in text mode"),
        (7, "data without a name"),
        ([("e.csv", EDGES), ("e.csv", EDGES)], "two files have this name"),
        (".", "there is no such file"),
    ],
)
def test_what_is_no_source_is_told(source, words):
    with pytest.raises(ValueError, match=words):
        read_graph(source)


def test_of_a_path_only_the_last_part_is_kept_and_a_zip_gives_its_files():
    assert [file.name for file in collect({"../../etc/e.csv": EDGES, "C:\\\\n.csv": EDGES}, Limits())] == [
        "e.csv",
        "n.csv",
    ]


def test_all_files_together_keep_to_the_limit():
    with pytest.raises(ReadError, match=r"^b\.csv: all files together are larger than the 60 bytes allowed"):
        collect({"a.csv": EDGES, "b.csv": EDGES}, Limits(bytes=60))


def test_what_is_written_for_people_is_left_out_and_told():
    files = {"README.md": b"# hi", "LICENSE": b"MIT", "edges.csv": EDGES, "data/.gitignore": b"*"}
    [given] = collect(("g.zip", zipped(files)), Limits())
    assert (given.name, given.notes) == (
        "edges.csv",
        ("Not part of the graph, and ignored: README.md, LICENSE, .gitignore.",),
    )
    assert [file.name for file in collect(("README.md", b"a,b"), Limits())] == ["README.md"]
    with pytest.raises(ReadError, match="there is no data in the archive, only documents"):
        collect(("g.zip", zipped({"README.md": b"x"})), Limits())


def test_the_zip_of_a_saved_data_says_how_to_save_it_instead():
    data = zipped({"data/data.pkl": b"\x80\x02.", "data/version": b"3"})
    with pytest.raises(ReadError, match=r"^data\.pt: it is a pickle, .* safetensors\.torch\.save_file"):
        collect(("data.pt", data), Limits())
