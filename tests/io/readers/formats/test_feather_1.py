"""Feather of version 1, as pyarrow wrote it while it still did."""

import base64
import contextlib
import random

import pyarrow as pa
import pytest

from n2n.io.readers import ReadError, read_graph
from n2n.io.readers.formats.feather_1 import read_feather_1

# source a b c, target b c a, w 0.5 1 2.
EDGES = base64.b64decode(
    "RkVBMQAAAAAAAAAAAQAAAAIAAAADAAAAYWJjAAAAAAAAAAAAAQAAAAIAAAADAAAAYmNhAAAAAAAAAAAAAADgPwAAAAAAAPA/AAAAAAAA"
    "AEAUAAAAAAAAAAwAGAAAAAwABAAIAAwAAAAUAAAAAgAAAAMAAAAAAAAAAAAAAAMAAACAAAAAPAAAAAQAAACU////CAAAAAwAAAABAAAA"
    "dwAAAIj///8AAAAKOAAAAAAAAAADAAAAAAAAABgAAAAAAAAAyP///wgAAAAQAAAABgAAAHRhcmdldAAAwP///wAAAAsgAAAAAAAAAAMA"
    "AAAAAAAAGAAAAAAAAAAIAAwABAAIAAgAAAAIAAAAIAAAAAYAAABzb3VyY2UAABAAIAAHAAAACAAQAAAAGAAQAAAAAAAACwgAAAAAAAAA"
    "AwAAAAAAAAAYAAAAAAAAAPgAAABGRUEx"
)
# Text, whole numbers, numbers, categories and truth values, each with one value missing.
MISSING = base64.b64decode(
    "RkVBMQAAAAADAAAAAAAAAAAAAAABAAAAAwAAAAMAAABhYmIAAAAAAAYAAAAAAAAAAAAAAAAAAAAHAAAAAAAAAP7/////////BQAAAAAA"
    "AAAAAAAAAADgPwAAAAAAAAAAAAAAAAAAAEADAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAIAAAAAAAAAeHkAAAAAAAAFAAAA"
    "AAAAAAEAAAAAAAAAAQIDAAAAAAAUAAAAAAAAAAwAGAAAAAwABAAIAAwAAAAUAAAAAgAAAAMAAAAAAAAAAAAAAAYAAADgAQAAlAEAAFAB"
    "AAC0AAAAVAAAAAQAAABA/v//CAAAACAAAAAFAAAAc21hbGwAAAAQACQABwAAAAgAEAAAABgAEAAAAAAAAAGoAAAAAAAAAAMAAAAAAAAA"
    "CAAAAAAAAAAAAAAAjP7//wgAAAAgAAAABQAAAHRydXRoAAAAEAAoAAAAAAAEAAwAFAAcABAAAACYAAAAAAAAAAMAAAAAAAAAAQAAAAAA"
    "AAAQAAAAAAAAAAAAAAAMABQACAAMAAcAEAAMAAAAAAAAAQwAAAAkAAAAUAAAAAQAAABraW5kAAAAABAAKgAHAAAACAAQABgAIAAQAAAA"
    "AAAAA2gAAAAAAAAAAwAAAAAAAAABAAAAAAAAABgAAAAAAAAAAAAGAAgABAAGAAAAFAAAABAAIAAHAAAACAAQAAAAGAAQAAAAAAAAC4AA"
    "AAAAAAAAAgAAAAAAAAAYAAAAAAAAAID///8IAAAAEAAAAAYAAABudW1iZXIAAHj///8AAAAKSAAAAAAAAAADAAAAAAAAAAEAAAAAAAAA"
    "IAAAAAAAAADA////CAAAABAAAAAFAAAAd2hvbGUAAAC4////AAAABCgAAAAAAAAAAwAAAAAAAAABAAAAAAAAACAAAAAAAAAACAAMAAQA"
    "CAAIAAAACAAAACAAAAAEAAAAdGV4dAAAAAAQACgABwAAAAgAEAAYACAAEAAAAAAAAAsIAAAAAAAAAAMAAAAAAAAAAQAAAAAAAAAgAAAA"
    "AAAAAGACAABGRUEx"
)


def test_columns_of_all_kinds_come_back():
    table = read_feather_1(MISSING)
    table.validate(full=True)
    assert table.to_pydict() == {
        "text": ["a", "bb", None], "whole": [None, 7, -2], "number": [0.5, None, 2.0],
        "kind": ["x", "y", None], "truth": [True, None, False], "small": [1, 2, 3],
    }  # fmt: skip
    assert table.schema.field("small").type == pa.int8()


def test_a_table_of_edges_becomes_a_graph():
    graph = read_graph(("e.feather", EDGES))
    assert (graph.names(), graph.num_edges) == (["a", "b", "c"], 3)


def test_whatever_is_changed_or_cut_ends_in_a_sentence_or_a_graph():
    rng = random.Random(0)
    for _ in range(500):
        data = bytearray(rng.choice((EDGES, MISSING)))
        for _ in range(rng.choice((1, 2, 4))):
            data[rng.randrange(4, len(data))] = rng.choice((0, 1, 0x7F, 0xFF, rng.randrange(256)))
        with contextlib.suppress(ReadError):
            read_graph(("e.feather", bytes(data)))
    for length in range(4, len(EDGES)):
        with pytest.raises(ReadError):
            read_graph(("e.feather", EDGES[:length]))
