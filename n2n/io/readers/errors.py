"""What is wrong with a file, in one sentence."""

from collections.abc import Sequence


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


PICKLED = (
    "it is a pickle, which could run code: where you trust it, load it and save its tensors with "
    'safetensors.torch.save_file({"edge_index": data.edge_index, "x": data.x, "y": data.y}, '
    '"graph.safetensors").'
)
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


def unlisted(file: str, nodes: Sequence[str]) -> tuple[str, ...]:
    """The sentence on nodes that edges name although the file's list of nodes lacks them; none for none.

    >>> unlisted("a.json", ["x", "y"])
    ('a.json: its list of nodes lacks 2 that edges name, such as "x"; they were added.',)
    """
    if not nodes:
        return ()
    what = f"{len(nodes):,} that edges name, such as" if len(nodes) > 1 else "one that edges name,"
    added = "they were added" if len(nodes) > 1 else "it was added"
    return (f"{file}: its list of nodes lacks {what} {quoted(nodes[0])}; {added}.",)
