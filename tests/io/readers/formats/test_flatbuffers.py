"""Tables of flatbuffers by hand, and places outside the bytes."""

import struct

import pytest

from n2n.io.readers.formats.flatbuffers import Flat

# A list of three fields at 4, the second not there; the root at 14 with a number and the way to a text at 26.
TABLE = struct.pack("<I5HiIII2s", 14, 10, 12, 4, 0, 8, 10, 7, 4, 2, b"ab")


def test_fields_are_found_by_their_numbers():
    root = Flat.root(TABLE)
    assert root.place == 14
    assert root.number(0, "I") == 7
    assert root.text(2) == "ab"


@pytest.mark.parametrize("field", [1, 3, 200])
def test_a_field_that_is_not_there_is_nothing(field):
    root = Flat.root(TABLE)
    assert (root.number(field), root.table(field), root.vector(field)) == (0, None, (0, 0))
    assert (root.tables(field), root.text(field)) == ([], "")


def test_places_outside_the_bytes_are_refused():
    for size in range(len(TABLE) - 2):
        with pytest.raises(struct.error):
            Flat.root(TABLE[:size]).text(2)
    long = TABLE[:-6] + struct.pack("<I", 2**31)
    with pytest.raises(struct.error, match="longer than the bytes"):
        Flat.root(long).tables(2)
