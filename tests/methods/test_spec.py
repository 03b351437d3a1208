"""A declared setting refuses what is out of its range and can be written as code."""

from dataclasses import dataclass

import pytest

from n2n.methods.spec import ALL, Declared, Spec, setting


@dataclass(frozen=True)
class Oven(Declared):
    heat: int = setting(180, "Heat", "How hot.", symbol="T", low=50, high=250)
    share: float = setting(0.5, "Share", "How full.", low=0, high=1)
    fan: bool = setting(False, "Fan", "Whether it blows.")
    shelf: str = setting("middle", "Shelf", "Where.", choices=("top", "middle"))
    loaves: int | str = setting(1, "Loaves", "How many.", low=1, high=9, or_all=True)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"heat": 300}, "heat is 300: expected a whole number from 50 to 250."),
        ({"heat": 180.5}, "heat is 180.5: expected a whole number"),
        ({"heat": True}, "heat is True"),
        ({"heat": ALL}, "heat is 'all'"),
        ({"share": "half"}, "share is 'half': expected a number from 0 to 1."),
        ({"fan": 1}, "fan is 1: expected True or False."),
        ({"shelf": "floor"}, "shelf is 'floor': expected one of 'top', 'middle'."),
        ({"loaves": 0}, "loaves is 0: expected a whole number from 1 to 9, or 'all'."),
        ({"colour": 1}, "There is no setting 'colour': choose among heat, share"),
    ],
)
def test_what_is_out_of_range_is_refused_in_one_sentence(wrong, message):
    with pytest.raises(ValueError, match=message.replace(".", r"\.")):
        Oven().replace(**wrong)


def test_settings_survive_a_dictionary_and_their_own_code():
    oven = Oven(heat=200, loaves=ALL, fan=True)
    assert Oven.from_dict(oven.to_dict()) == oven
    assert Oven.from_dict({"heat": 60}) == Oven(heat=60)
    assert eval(oven.constructor) == oven
    assert Oven().constructor == "Oven()"


def test_a_value_is_described_by_its_symbol_or_label():
    assert [Oven.describe(*pair) for pair in (("heat", 200), ("share", 0.25), ("fan", False))] == [
        "T = 200",
        "Share: 0.25",
        "Fan: no",
    ]


def test_a_range_in_words():
    assert Spec("", "", low=0, high=0.5).range == "a number from 0 to 0.5"
    assert Spec("", "").range == "True or False"
