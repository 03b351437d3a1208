"""What is wrong with a file, in one sentence."""


class ReadError(ValueError):
    """A file that cannot be read as a graph: the file, the line if there is one, and the reason.

    >>> str(ReadError("edges.csv", "the target is empty.", line=7))
    'edges.csv, line 7: the target is empty.'
    """

    def __init__(self, file: str, reason: str, line: int | None = None):
        self.file, self.reason, self.line = file, reason, line
        where = f"{shown(file, 80)}, line {line:,}" if line else shown(file, 80)
        super().__init__(f"{where}: {reason}")

    def __reduce__(self):
        return ReadError, (self.file, self.reason, self.line)


NOT_UTF8 = "some characters are not UTF-8: save the file as UTF-8."


def shown(text: object, length: int = 40) -> str:
    """Text from a file, made fit for a message: one line, not too long, no invisible characters.

    >>> shown("a\\nb"), shown("x" * 50, 5)
    ('a b', 'xxxx…')
    """
    plain = "".join(sign if sign.isprintable() else " " for sign in str(text)[: length + 1])
    return plain if len(plain) <= length else plain[: length - 1] + "…"


def quoted(text: object) -> str:
    """The same in quotation marks.

    >>> quoted("it's")
    '"it\\'s"'
    """
    return f'"{shown(text)}"'
