"""Text that others wrote, inside Markdown of ours."""

import re

# Streamlit looks for addresses, emoji and icons after Markdown has been read, so a backslash does not stop
# it: an invisible character (a word joiner) inside them does.
_JOINED = re.compile(r"(?<=[:@])(?=\S)|(?<=www)(?=\.)", re.IGNORECASE)


def escape(text: str) -> str:
    """Text from a file, a run, an address or an exception as plain text within a line of Markdown.

    No character of it means anything to Markdown, to LaTeX or to Streamlit: a class may be called
    `<b>*x*</b>`, `:red[x]` or `www.x`, and is shown as it is written. Line breaks become
    spaces, since they could end the sentence around the text.

    >>> print(escape("<b>*x*</b>"))
    \\<b\\>\\*x\\*\\</b\\>
    """
    text = _JOINED.sub("\u2060", " ".join(str(text).split()))
    return "".join(f"\\{sign}" if sign in r"\`*_{}[]()<>#+-.!|~$:&" else sign for sign in text)
