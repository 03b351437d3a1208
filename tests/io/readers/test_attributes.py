"""Which attribute of nodes is a name, a class or a feature."""

import pytest

from n2n.io.readers.attributes import Roles, roles

OWN = [f"n{i}" for i in range(12)]
TEXT = [f"person {i}" for i in range(12)]
HALF = ["0"] * 6 + ["1"] * 6
WORDS = ["left"] * 6 + ["right"] * 6
MANY = [f"list {i // 2}" for i in range(12)]
REAL = [f"{i}.25" for i in range(12)]
COUNT = [str(i) for i in range(12)]


def guessed(labels_are_names: bool = False, **attributes) -> dict:
    """What each attribute is taken for, by its name."""
    names = ["id", *attributes]
    found = roles(names, [OWN, *attributes.values()], 0, labels_are_names)
    named = {role: getattr(found, role) for role in ("name", "label", "class_name", "sparse")}
    out = {role: names[place] for role, place in named.items() if place is not None}
    return out | ({"features": [names[place] for place in found.features]} if found.features else {})


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        # as many values as nodes: a name, never a class
        ({"label": TEXT}, {"name": "label"}),
        ({"class": TEXT}, {"name": "class"}),
        ({"label": TEXT, "value": HALF}, {"name": "label", "label": "value"}),
        ({"label": COUNT, "name": TEXT}, {"name": "name"}),
        ({"label": COUNT}, {"name": "label"}),
        ({"homepage": TEXT, "title": TEXT}, {"name": "title"}),
        ({"about": [text * 20 for text in TEXT]}, {}),
        # a name that two nodes share is still one
        ({"label": [*TEXT[:11], TEXT[0]], "value": HALF}, {"name": "label", "label": "value"}),
        # numeric classes, by their name or as the only whole number with few values
        ({"value": HALF, "source": MANY}, {"label": "value"}),
        ({"modularity_class": HALF, "rank": REAL}, {"label": "modularity_class", "features": ["rank"]}),
        ({"school": HALF, "score": REAL}, {"label": "school", "features": ["score"]}),
        ({"school": HALF, "grade": HALF}, {"features": ["school", "grade"]}),
        ({"node_type": WORDS, "a": HALF}, {"label": "node_type", "features": ["a"]}),
        # the fewest words win
        ({"state": MANY, "side": WORDS}, {"label": "side"}),
        ({"type": ["person"] * 12, "side": WORDS}, {"label": "side"}),
        # not classes
        ({"value": REAL}, {"features": ["value"]}),
        ({"value": COUNT}, {"features": ["value"]}),
        ({"x": COUNT, "y": HALF}, {}),
        ({"degree": HALF}, {}),
        # another class is no feature
        ({"label": WORDS, "community": HALF}, {"label": "label"}),
        ({"label": ["a"] * 12}, {"label": "label"}),
        ({"class": COUNT, "class_name": TEXT}, {"label": "class", "class_name": "class_name"}),
        ({"width": HALF, "height": HALF, "age": REAL}, {"features": ["age"]}),
        ({"words": ["1:2 3:4", *[""] * 11], "club": WORDS}, {"label": "club", "sparse": "words"}),
    ],
)  # fmt: skip
def test_the_guess(attributes, expected):
    assert guessed(**attributes) == expected


def test_two_nodes_say_nothing_about_their_attributes():
    two = [["a", "b"], ["red", "blue"]]
    assert roles(["id", "label"], two, 0, False) == Roles(label=1)
    assert roles(["id", "label"], two, 0, True) == Roles(name=1)


def test_a_few_rows_of_a_wide_table_do_not_make_a_class_a_name():
    rows = 5
    names = ["id", *(f"w{i}" for i in range(200)), "class"]
    columns = [OWN[:rows], *[["0"] * rows] * 200, TEXT[:rows]]
    assert roles(names, columns, 0, False).label == 201


def test_no_label_is_no_class_of_its_own():
    assert roles(["id", "label"], [OWN[:3], ["0", "1", "-1"]], 0, False).label == 1
