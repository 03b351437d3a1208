import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from n2n.files.csv import escape_formula
from n2n.io.readers.parts import first_bad, unescaped, whole_numbers


@given(st.text(st.characters(exclude_characters="\n\r\t", exclude_categories=["Cs", "Cc"]), max_size=8))
def test_escaped_text_is_read_as_it_was(text):
    assert unescaped(pa.chunked_array([[escape_formula(text)]])).to_pylist() == [text] or text.startswith("'")


@given(st.text(st.sampled_from("'=+-@a1"), max_size=5))
def test_escaping_can_be_undone(text):
    assert unescaped(pa.chunked_array([[escape_formula(text)]])).to_pylist() == [text]


@pytest.mark.parametrize(
    ("texts", "numbers"),
    [
        (["0", "-7", "12"], [0, -7, 12]),
        (["9223372036854775807"], [2**63 - 1]),
        (["007"], None),
        (["+1"], None),
        (["1.0"], None),
        (["9223372036854775808"], None),
        ([], []),
    ],
)
def test_only_numbers_in_their_usual_form_are_numbers(texts, numbers):
    found = whole_numbers(pa.chunked_array([texts], pa.string()))
    assert (None if found is None else found.tolist()) == numbers


@pytest.mark.parametrize("place", [0, 3, 7])
def test_the_first_bad_row_is_found(place):
    texts = ["1"] * 8
    texts[place] = "x"
    assert first_bad(pa.chunked_array([texts[:5], texts[5:]]), pa.float32()) == place
