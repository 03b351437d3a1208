"""Other people's words stay text."""

from pages.ui.markdown import escape


def test_signs_of_markdown_lose_their_meaning():
    assert escape("<b>*x*</b>") == r"\<b\>\*x\*\</b\>"
    assert escape("plain words") == "plain words"
