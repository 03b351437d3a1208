"""Text that others wrote, inside Markdown of ours."""

import re

# Streamlit looks for addresses, emoji and icons after Markdown has been read, so a backslash does not stop
# it: an invisible character (a word joiner) inside them does.
_JOINED = re.compile(r"(?<=[:@])(?=\S)|(?<=www)(?=\.)", re.IGNORECASE)
_SIGNS = re.compile(r"[\\`*_{}\[\]<>~$&|]|^[-+#=]|^\d+(?=[.)])")


def escape(text: str) -> str:
    """Text from a file, a run, an address or an exception as plain text within a line of Markdown.

    No character of it means anything to Markdown, to LaTeX or to Streamlit: a class may be called
    `<b>*x*</b>`, `:red[x]` or `www.x`, and is shown as it is written. Line breaks become
    spaces, since they could end the sentence around the text.

    >>> print(escape("<b>*x*</b>"))
    \\<b\\>\\*x\\*\\</b\\>
    """
    text = _JOINED.sub("\u2060", " ".join(str(text).split()))
    return _SIGNS.sub(lambda found: found[0] + "\u2060" if found[0].isdigit() else f"\\{found[0]}", text)
