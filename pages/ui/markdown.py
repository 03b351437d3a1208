"""Other people's words, and numbers, inside sentences of ours."""


def escape(words: str) -> str:
    """Words from a dataset or an address as plain text inside a sentence: Markdown signs lose their meaning.

    A class may be called `<b>*x*</b>`; it is shown as it is written.
    """
    return "".join(f"\\{sign}" if sign in r"\`*_{}[]()<>#+-.!|~$:&" else sign for sign in words)


def signed(value: float, digits: int = 2) -> str:
    """A difference with its sign; a hyphen would do as a minus in a table, not in a sentence.

    >>> signed(-0.861), signed(1.5, 1)
    ('−0.86', '+1.5')
    """
    return f"{value:+.{digits}f}".replace("-", "−")
