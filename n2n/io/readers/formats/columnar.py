"""Parquet and Feather (Arrow) tables; sizes are checked before anything is decompressed.

Both formats can promise billions of values in a few bytes: Parquet by run lengths, Arrow by compression. So
texts stay in their dictionaries until their total length is known, and of every compressed piece of an Arrow
file the size that it claims is added up first.
"""

import struct
from typing import TYPE_CHECKING

from n2n.io.readers.errors import ReadError, shown
from n2n.io.readers.formats.feather_1 import MAGIC, read_feather_1
from n2n.io.readers.formats.flatbuffers import Flat
from n2n.io.readers.frames import Frame
from n2n.io.readers.limits import Limits
from n2n.io.readers.parts import compute
from n2n.io.readers.sources import Given

if TYPE_CHECKING:
    import pyarrow as pa

PARQUET = b"PAR1"
# Kinds of messages in an Arrow file.
_DICTIONARY, _RECORDS = 2, 3
# pandas stores its index as a column of this name.
_INDEX = "__index_level_"


def read_columnar(file: Given, limits: Limits) -> Frame:
    """The table in a Parquet or Feather file."""
    try:
        table = _parquet(file, limits) if file.data.startswith(PARQUET) else _arrow(file, limits)
        _check_content(table, file, limits)
    except ReadError:
        raise
    # pyarrow raises errors of many classes on a file that is truncated or altered.
    except Exception as error:
        words = shown(str(error).partition("\n")[0], 80).rstrip(".")
        raise ReadError(file.name, f"it is damaged or cut short ({words}).") from None
    kept = [name for name in table.column_names if not name.startswith(_INDEX)]
    if kept and len(kept) < len(table.column_names):
        table = table.select(kept)
    if not table.num_columns:
        raise ReadError(file.name, "the table has no columns.")
    return Frame(file._replace(data=b""), table, "")


def _parquet(file: Given, limits: Limits) -> "pa.Table":
    import pyarrow as pa  # here for the start-up time
    import pyarrow.parquet as pq

    source = pa.BufferReader(file.data)
    facts = pq.ParquetFile(source)
    _check_shape(facts.metadata.num_rows, facts.schema_arrow, file, limits)
    size = sum(facts.metadata.row_group(group).total_byte_size for group in range(facts.num_row_groups))
    limits.check_unpacked(size, file.name)
    texts = [field.name for field in facts.schema_arrow if _is_text(field.type)]
    source.seek(0)
    return pq.ParquetFile(source, read_dictionary=texts).read()


def _check_content(table: "pa.Table", file: Given, limits: Limits) -> None:
    """Check every offset and index: pyarrow takes them from the file, even if they point elsewhere."""
    import pyarrow as pa  # here for the start-up time

    _check_shape(table.num_rows, table.schema, file, limits)
    table.validate(full=True)
    for column in table.columns:
        if pa.types.is_dictionary(column.type):
            limits.check_unpacked(sum(map(_length, column.chunks)), file.name)


def _is_text(type: "pa.DataType") -> bool:
    import pyarrow as pa  # here for the start-up time

    return pa.types.is_string(type) or pa.types.is_large_string(type) or pa.types.is_binary(type)


def _length(chunk: "pa.DictionaryArray") -> int:
    """Bytes that the texts of a column take once each row has its own."""
    pc = compute()
    if not _is_text(chunk.dictionary.type):
        return 0
    return pc.sum(pc.take(pc.binary_length(chunk.dictionary), chunk.indices)).as_py() or 0


def _arrow(file: Given, limits: Limits) -> "pa.Table":
    import pyarrow as pa  # here for the start-up time

    if file.data.startswith(MAGIC):
        return read_feather_1(file.data)
    source = pa.BufferReader(file.data)
    reader = pa.ipc.open_file(source)
    _check_shape(0, reader.schema, file, limits)
    _check_pieces(file, limits)
    batches = []
    rows = 0
    for place in range(reader.num_record_batches):
        batches.append(reader.get_batch(place))
        rows += batches[-1].num_rows
        _check_shape(rows, reader.schema, file, limits)
    return pa.Table.from_batches(batches, reader.schema)


def _check_pieces(file: Given, limits: Limits) -> None:
    """Add up what the compressed buffers of all messages claim to grow to: 8 bytes before each say it."""
    import pyarrow as pa  # here for the start-up time

    data = memoryview(file.data)
    total, at = 0, 8  # after the magic and its padding
    messages = pa.ipc.MessageReader.open_stream(pa.BufferReader(data[at:]))
    for message in messages:
        body = memoryview(message.body)
        for offset, length in _buffers(bytes(message.metadata)):
            if length >= 8 and 0 <= offset <= len(body) - 8:
                (claimed,) = struct.unpack_from("<q", body, offset)
                total += claimed if claimed > 0 else length
                limits.check_unpacked(total, file.name)


def _buffers(metadata: bytes) -> list[tuple[int, int]]:
    """Offset and length of the buffers of a compressed record batch; nothing for other messages."""
    message = Flat.root(metadata)
    kind, batch = message.number(1, "B"), message.table(2)
    if batch and kind == _DICTIONARY:  # it holds a record batch in turn
        batch = batch.table(1)
    elif kind != _RECORDS:
        return []
    if batch is None or not batch.table(3):  # not compressed
        return []
    start, count = batch.vector(2)
    return [struct.unpack_from("<qq", metadata, start + 16 * place) for place in range(count)]


def _check_shape(rows: int, schema: "pa.Schema", file: Given, limits: Limits) -> None:
    limits.check("edges", rows, file.name)
    limits.check("features", len(schema), file.name)
    if rows * len(schema) > limits.values + 2 * limits.edges:
        raise ReadError(file.name, f"it has more than the {limits.values:,} values allowed.")
