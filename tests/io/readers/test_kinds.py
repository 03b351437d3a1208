import pytest

from n2n.io.readers import ReadError
from n2n.io.readers.kinds import kind_of
from n2n.io.readers.sources import Given
from n2n.io.samples import samples

KINDS = {"csv": "table", "tsv": "table", "zip": "npz"}


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.title)
def test_the_first_bytes_and_the_extension_tell_the_kind(sample):
    for name, data in sample.files.items():
        extension = name.partition(".")[2]
        assert kind_of(Given(name, data)) == KINDS.get(extension, extension)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"  \n", "the file is empty"),
        (b"\x1f\x8b\x08", "compressed with gzip: decompress it first"),
        (b"PAR1", "it is a Parquet file"),
        (b"\x80\x04abc", "it is a pickle, which could run code"),
        (b'{"nodes": []}', "it is JSON"),
        (b"<html></html>", "neither GraphML nor GEXF"),
    ],
)
def test_what_is_not_a_graph_is_told(data, words):
    with pytest.raises(ReadError, match=words):
        kind_of(Given("g.csv", data))


def test_xml_is_known_by_its_content():
    assert kind_of(Given("g.txt", b"\xef\xbb\xbf<?xml version='1.0'?><gexf/>")) == "gexf"
