import pytest

from n2n.io.readers import ReadError
from n2n.io.readers.formats.layouts import KINDS
from n2n.io.readers.formats.networks import READERS
from n2n.io.readers.kinds import EXTENSIONS, TITLES, kind_of
from n2n.io.readers.sources import Given
from n2n.io.samples import samples

OTHERS = {"edges.csv.gz": "gzip", "graph.zip": "npz", "out1_graph_edges.txt": "geom-gcn edges",
          "out1_node_feature_label.txt": "geom-gcn", "matrix.csv": "matrix"}  # fmt: skip


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.title)
def test_the_first_bytes_and_the_extension_tell_the_kind(sample):
    for name, data in sample.files.items():
        expected = OTHERS.get(name) or EXTENSIONS[name[name.rindex(".") :]]
        if expected != "gzip":  # unpacked before its kind matters
            assert kind_of(Given(name, data)) == expected


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.title)
def test_the_content_tells_the_kind_without_an_extension(sample):
    for name, data in sample.files.items():
        expected = OTHERS.get(name) or EXTENSIONS[name[name.rindex(".") :]]
        if expected not in ("gzip", "safetensors", "partition", "adjlist"):
            assert kind_of(Given("something", data)) == expected


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"  \n", "the file is empty"),
        (b"\x80\x04abc", r"it is a pickle, which could run code: .* safetensors.torch.save_file"),
        (b"<html></html>", "it is a web page, not the data"),
        (b"\n<!DOCTYPE html>\n<html lang=en>", "it is a web page, not the data"),
        (b"<svg></svg>", "neither GraphML nor GEXF"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7\nsize 12\n", "run git lfs pull"),
        (b"7z\xbc\xaf", "compressed with 7-Zip"),
    ],
)
def test_what_is_not_a_graph_is_told(data, words):
    with pytest.raises(ReadError, match=words):
        kind_of(Given("g.csv", data))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("g.net", r"it is not a Pajek network: such a file begins with \*Vertices"),
        ("g.gdf", "it is not GDF: such a file begins with nodedef>"),
        ("g.dot", "it is not DOT"),
        ("g.mtx", "it is not a Matrix Market file"),
        ("g.json", "it is not JSON"),
        ("g.feather", "it is not a Feather"),
        ("g.pt", "it is a pickle"),
    ],
)
def test_what_is_not_what_its_extension_says_is_told(name, words):
    with pytest.raises(ReadError, match=words):
        kind_of(Given(name, b"a,b\nb,c\n"))


def test_xml_is_known_by_its_content():
    assert kind_of(Given("g.txt", b"\xef\xbb\xbf<?xml version='1.0'?><gexf/>")) == "gexf"
    assert kind_of(Given("g.txt", b"Creator 'me'\ngraph\n[\n node [ id 1 ] ]")) == "gml"


def test_every_extension_has_a_kind_and_every_kind_a_title():
    assert set(EXTENSIONS.values()) <= set(TITLES)
    assert {*READERS, *KINDS} <= set(TITLES)
