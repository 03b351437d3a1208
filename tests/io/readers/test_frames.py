"""Tables that are not text."""

import pyarrow as pa
import pytest

from n2n.io.readers import ReadError
from n2n.io.readers.frames import Frame, frame_of
from n2n.io.readers.sources import Given

FILE = Given("e.parquet", b"", ("a note",))


def test_whole_numbers_have_no_point_and_what_is_missing_is_empty():
    table = pa.table(
        {"a": [1.0, None, 3.0], "b": [0.5, 1.0, None], "c": ["x", None, "z"], "d": [True, None, False]}
    )
    assert Frame(FILE, table).rows() == [
        ["a", "b", "c", "d"], ["1", "0.5", "x", "true"], ["", "1", "", ""], ["3", "", "z", "false"]
    ]  # fmt: skip


def test_numbers_are_float32_and_texts_stay_texts():
    frame = frame_of(FILE, {"n": [1, 2], "t": ["1", "x"]})
    assert frame.column(0, "number").type == pa.float32()
    assert frame.column(1, "number").to_pylist() == ["1", "x"]
    assert frame.column(0, "text").to_pylist() == ["1", "2"]
    assert (frame.file.notes, frame.line_of(3, True)) == (("a note",), None)


def test_what_has_no_text_is_shown_by_dots_and_refused():
    frame = Frame(FILE, pa.table({"a": [[1], [2]], "b": [b"\xff", b"x"]}))
    assert frame.rows()[1:] == [["…", "…"], ["…", "…"]]
    for place in (0, 1):
        with pytest.raises(ReadError, match="holds neither text nor numbers: do not use it"):
            frame.column(place, "text")
