"""Other people's words inside sentences of ours."""


def escape(words: str) -> str:
    """Words from a dataset or an address as plain text inside a sentence: Markdown signs lose their meaning.

    A class may be called `<b>*x*</b>`; it is shown as it is written.
    """
    return "".join(f"\\{sign}" if sign in r"\`*_{}[]()<>#+-.!|~$:&" else sign for sign in words)
