"""Tables of the flatbuffers format, in which Arrow and Feather files describe themselves, read within bounds.

A table is a signed distance back to a list of the offsets of its fields, 0 for a field that is not there;
tables, texts and lists in it are distances onwards. A place outside the bytes raises `struct.error`.
"""

import struct
from dataclasses import dataclass


@dataclass(frozen=True)
class Flat:
    """A table, by its place in the bytes; its fields by their numbers."""

    data: bytes
    place: int

    @classmethod
    def root(cls, data: bytes) -> "Flat":
        """The table that everything else hangs on."""
        return cls(data, 0)._follow(0)

    def _follow(self, place: int) -> "Flat":
        return Flat(self.data, place + struct.unpack_from("<I", self.data, place)[0])

    def _field(self, number: int) -> int:
        start = self.place - struct.unpack_from("<i", self.data, self.place)[0]
        if start < 0 or 4 + 2 * number >= struct.unpack_from("<H", self.data, start)[0]:
            return 0
        offset = struct.unpack_from("<H", self.data, start + 4 + 2 * number)[0]
        return self.place + offset if offset else 0

    def number(self, field: int, form: str = "q") -> int:
        """A number in the form of `struct`; 0 where the field is not there."""
        place = self._field(field)
        return struct.unpack_from(f"<{form}", self.data, place)[0] if place else 0

    def table(self, field: int) -> "Flat | None":
        """A table in the table."""
        place = self._field(field)
        return self._follow(place) if place else None

    def vector(self, field: int) -> tuple[int, int]:
        """Where a list begins, and how long it is."""
        vector = self.table(field)
        return (vector.place + 4, struct.unpack_from("<I", self.data, vector.place)[0]) if vector else (0, 0)

    def tables(self, field: int) -> list["Flat"]:
        """A list of tables."""
        start, count = self.vector(field)
        if count > len(self.data):
            raise struct.error("a list is longer than the bytes")
        return [self._follow(start + 4 * place) for place in range(count)]

    def text(self, field: int) -> str:
        """A text."""
        start, count = self.vector(field)
        return self.data[start : start + count].decode()
