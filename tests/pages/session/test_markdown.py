"""Text of others stays text."""

from pages.session.markdown import escape


def test_signs_of_markdown_lose_their_meaning():
    assert escape("<b>*x*</b>") == r"\<b\>\*x\*\</b\>"
    assert escape("plain words") == "plain words"


def test_lines_become_one():
    assert escape("a\n===\n\n    b\tc\r\n") == "a === b c"
