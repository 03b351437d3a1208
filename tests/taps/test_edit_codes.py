import pytest

from n2n.taps.edits import Edits


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x", "not an edit"),
        ("a0", "not an edge"),
        ("a0-1-2", "not an edge"),
        ("a0-²", "not an edit"),
        ("a1-1", "self-loop"),
        ("a0-34", "no node 34"),
        ("a0-9.9-0", "twice"),
        ("a0-9_c0-9", "added and cut"),
        ("n101", "from 0 to 100"),
        ("s1000", "from 0 to 999"),
        ("d-5", "from 0 to 100"),
        ("n5_n6", "not an edit"),
        ("n5__d5", "not an edit"),
        ("a" + "0-1." * 600, "characters"),
        ("a" + ".".join(f"0-{j}" for j in range(1, 70)), "the most"),
    ],
)
def test_a_broken_text_is_told_in_a_sentence(text, words):
    with pytest.raises(ValueError, match=words):
        Edits.parse(text, 34)
