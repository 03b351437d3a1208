"""Feather of version 1, as R and pandas wrote it until 2020: columns of plain values, described at the end.

It is read here since `pyarrow.feather.read_table` ends the process on files that are damaged: it trusts the
places that their description gives.
"""

import struct
from typing import TYPE_CHECKING

from n2n.io.readers.formats.flatbuffers import Flat

if TYPE_CHECKING:
    import pyarrow as pa

MAGIC = b"FEA1"
_BINARY, _CATEGORY = (11, 12), 1


def read_feather_1(data: bytes) -> "pa.Table":
    """The table in a file; its arrays still have to be validated.

    Raises:
        ValueError or struct.error: the file is damaged or cut short.
    """
    import pyarrow as pa  # here for the start-up time

    size = struct.unpack_from("<I", data, len(data) - 8)[0]
    if data[-4:] != MAGIC or size > len(data) - 12:
        raise ValueError("there is no end")
    head = Flat.root(data[len(data) - 8 - size : len(data) - 8])
    columns, whole = head.tables(2), pa.py_buffer(data)
    return pa.table([_column(one, whole) for one in columns], names=[one.text(0) for one in columns])


def _column(column: Flat, data: "pa.Buffer") -> "pa.Array":
    import pyarrow as pa  # here for the start-up time

    values, more = column.table(1), column.table(3)
    if values is None:
        raise ValueError("a column has no values")
    array = _array(values, data)
    levels = more.table(0) if more and column.number(2, "B") == _CATEGORY else None
    if levels is None:
        return array
    array.validate(full=True)
    return pa.DictionaryArray.from_arrays(array, _array(levels, data))


def _array(values: Flat, data: "pa.Buffer") -> "pa.Array":
    """Values as they stand in the file: bits of what is missing, offsets of texts, then the values."""
    import pyarrow as pa  # here for the start-up time

    kind, encoding = values.number(0, "b"), values.number(1, "b")
    start, length, missing, size = (values.number(field) for field in (2, 3, 4, 5))
    types = (
        pa.bool_(), pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(),
        pa.uint64(), pa.float32(), pa.float64(), pa.string(), pa.binary(), None, pa.int64(), pa.int32(),
        pa.int64(),
    )  # fmt: skip
    type = types[kind] if 0 <= kind < len(types) else None
    if type is None or encoding or min(start, length, missing, size) < 0 or start + size > data.size:
        raise ValueError("a column is described wrongly")
    lengths = [-(-length // 8)] if missing else []
    lengths += [4 * (length + 1)] if kind in _BINARY else []
    buffers = [] if missing else [None]
    at, end = start, start + size
    for part in lengths:
        if at + part > end:
            raise ValueError("a column is cut short")
        buffers.append(data.slice(at, part))
        at = min(at + -(-part // 8) * 8, end)  # each part is filled up to a multiple of eight
    buffers.append(data.slice(at, end - at))
    return pa.Array.from_buffers(type, length, buffers, null_count=missing)
