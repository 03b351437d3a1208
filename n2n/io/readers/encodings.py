"""Text in an encoding other than UTF-8, rewritten as UTF-8; what was assumed is said in a note."""

import codecs

_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_UTF32 = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_PIECE = 1 << 20
# Control characters other than tab, line ends and form feed occur in no text.
_CONTROL = bytes({*range(32), 127} - set(b"\t\n\r\f"))


def as_utf8(data: bytes) -> tuple[bytes, str]:
    """Text as UTF-8, and the encoding that it had if that was another one.

    Data that is not text stays as it is, and so does XML, which says itself in which encoding it is.

    >>> as_utf8("ä".encode("latin-1"))
    (b'\\xc3\\xa4', 'Latin-1 (Western European)')
    """
    if data.startswith(_UTF32):
        return data, ""
    if encoding := _utf16(data):
        try:
            text = data.decode(encoding).lstrip("\ufeff")
        except UnicodeDecodeError:
            return data, ""
        if text.lstrip().startswith("<"):
            return data, ""
        return text.encode("utf-8", "replace"), "UTF-16"
    if data.isascii():
        return data, ""
    if len(data.translate(None, _CONTROL)) < len(data) or data.lstrip()[:1] == b"<":
        return data, ""
    if _is_utf8(data):
        return data, ""
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.encode("utf-8"), "Latin-1 (Western European)"


def _is_utf8(data: bytes) -> bool:
    """Whether data is UTF-8, tried piece by piece: all of the text would take several times the memory."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    view = memoryview(data)
    try:
        for at in range(0, len(data), _PIECE):
            decoder.decode(view[at : at + _PIECE])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _utf16(data: bytes) -> str | None:
    """The form of UTF-16: by its mark, or by zeros in every second byte of the first ones."""
    if data[:2] in _UTF16:
        return _UTF16[data[:2]]
    head = data[: min(len(data), 2000) // 2 * 2]
    even, odd = head[::2], head[1::2]
    if len(even) >= 4:
        if odd.count(0) > 0.9 * len(odd) and even.count(0) == 0:
            return "utf-16-le"
        if even.count(0) > 0.9 * len(even) and odd.count(0) == 0:
            return "utf-16-be"
    return None
