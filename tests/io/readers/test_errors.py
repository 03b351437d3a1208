import pickle

from n2n.io.readers import ReadError
from n2n.io.readers.errors import quoted, shown


def test_an_error_survives_pickling_with_all_its_parts():
    error = pickle.loads(pickle.dumps(ReadError("e.csv", "the target is empty.", 7000)))
    assert str(error) == "e.csv, line 7,000: the target is empty."
    assert (error.file, error.reason, error.line) == ("e.csv", "the target is empty.", 7000)


def test_text_from_a_file_is_one_short_line():
    assert shown("a\x1b[2J\r\nb\u202e") == "a [2J  b "
    assert quoted("x" * 50) == '"' + "x" * 39 + '…"'
