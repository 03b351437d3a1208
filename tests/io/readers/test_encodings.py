"""Text that is not UTF-8."""

import pytest

from n2n.io.readers import read_with_report
from n2n.io.readers.encodings import as_utf8

TEXT = "source,target\nÄpfel,Öl\nÖl,Übel – „ja“\n"


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-16-le", "utf-16-be"])
def test_other_encodings_are_read_with_a_warning(encoding):
    reading = read_with_report(("e.csv", TEXT.encode(encoding)))
    assert reading.graph.node_names == ("Äpfel", "Öl", "Übel – „ja“")
    assert any("e.csv is not UTF-8: it was read as" in warning for warning in reading.report.warnings())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_utf8_gives_no_warning(encoding):
    reading = read_with_report(("e.csv", TEXT.encode(encoding)))
    assert not any("UTF-8" in warning for warning in reading.report.warnings())


XML = '<?xml version="1.0" encoding="{}"?><a>ä</a>'


@pytest.mark.parametrize(
    "data",
    [
        b"\x93NUMPY\x01\x00\xff\xfe",
        XML.format("latin-1").encode("latin-1"),
        XML.format("utf-16").encode("utf-16"),
        b"",
        b"\xff\xfe\x00",
    ],
)
def test_what_is_not_text_or_says_its_encoding_stays(data):
    assert as_utf8(data) == (data, "")
