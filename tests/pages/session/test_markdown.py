"""Text of others stays text."""

from pages.session.markdown import escape


def test_signs_of_markdown_lose_their_meaning():
    assert escape("<b>*x*</b>") == r"\<b\>\*x\*\</b\>"
    assert escape("plain words, N2N-TAPS-1 (JL) at 0.5") == "plain words, N2N-TAPS-1 (JL) at 0.5"
    assert [escape(text)[0] for text in ("- x", "# x", "+ x", "=")] == ["\\"] * 4
    assert escape("1. x") != "1. x"


def test_lines_become_one():
    assert escape("a\n===\n\n    b\tc\r\n") == "a === b c"
