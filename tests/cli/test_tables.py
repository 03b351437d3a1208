from n2n.cli.output import table


def test_text_to_the_left_and_numbers_to_the_right():
    lines = table(["name", "a", "bcd"], [["x", "1,000", "2"], ["longer", "3", "4"]]).splitlines()
    assert lines == ["name        a  bcd", "x       1,000    2", "longer      3    4"]


def test_several_columns_of_text():
    assert table(["a", "b"], [["xy", "z"]], left=2) == "a   b\nxy  z"
