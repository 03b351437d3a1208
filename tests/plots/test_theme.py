import tomllib
from itertools import combinations

import numpy as np
import plotly.graph_objects as go
import pytest

import n2n
from n2n.embedding.picture import RIGHT, WRONG
from n2n.graph.graph import NO_LABEL
from n2n.plots import charts, theme
from tests.installed import ROOT

# Machado, Oliveira and Fernandes (2009), full severity, for linear RGB.
SIGHT = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def linear(colour: str) -> np.ndarray:
    c = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def seen(colour: str, sight: np.ndarray) -> np.ndarray:
    """The colour in OKLab, times 100, where equal distances look equal."""
    return 100 * LAB @ np.cbrt(LMS @ np.clip(sight @ linear(colour), 0, 1))


def contrast(a: str, b: str) -> float:
    low, high = sorted(linear(colour) @ [0.2126, 0.7152, 0.0722] for colour in (a, b))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("sight", SIGHT)
def test_the_first_eight_classes_differ_for_every_eye(sight):
    for a, b in combinations(theme.PALETTE[:8], 2):
        assert np.linalg.norm(seen(a, SIGHT[sight]) - seen(b, SIGHT[sight])) > 7


@pytest.mark.parametrize("sight", SIGHT)
def test_classes_of_the_same_symbol_differ_for_every_eye(sight):
    for a, b in combinations(range(len(theme.PALETTE)), 2):
        if theme.symbol(a) == theme.symbol(b):
            distance = np.linalg.norm(
                seen(theme.colour(a), SIGHT[sight]) - seen(theme.colour(b), SIGHT[sight])
            )
            assert distance > 7


def test_fifteen_classes_are_fifteen_looks():
    assert len({theme.look(label) for label in range(15)}) == 15
    assert len({theme.look(label) for label in range(30)}) == 30


@pytest.mark.parametrize("dark", [False, True])
def test_colours_stand_out_from_the_background(dark):
    paper = theme.mode(dark)["paper"]
    for colour in (*theme.PALETTE, theme.ACCENT, theme.GREY):
        assert contrast(colour, paper) > 1.8
    assert contrast(theme.mode(dark)["ink"], paper) > 7
    assert contrast(theme.mode(dark)["soft"], paper) > 4.5


@pytest.mark.parametrize("name", ["light", "dark"])
def test_buttons_and_captions_of_the_app_can_be_read(name):
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"][name]
    assert contrast("#FFFFFF", config["primaryColor"]) >= 4.5  # the label of a button
    for background in (config["backgroundColor"], config["secondaryBackgroundColor"]):
        parts = [[int(one[i : i + 2], 16) for i in (1, 3, 5)] for one in (config["textColor"], background)]
        caption = "#" + "".join(
            f"{round(0.6 * ink + 0.4 * paper):02X}" for ink, paper in zip(*parts, strict=True)
        )
        assert contrast(caption, background) >= 4.5


def test_no_label_is_grey():
    assert theme.look(-1) == (theme.GREY, "circle")


def test_right_and_wrong_differ_in_colour_and_symbol():
    assert {*theme.look(RIGHT)}.isdisjoint(theme.look(WRONG))


def test_a_figure_changes_its_dress():
    figure = theme.dress(go.Figure(), dark=True)
    assert figure.layout.template.layout.font.color == theme.mode(dark=True)["ink"]
    assert theme.dress(figure).layout.template.layout.font.color == theme.mode()["ink"]


def test_class_names_lose_their_tags():
    graph = n2n.load("karate").replace(class_names=("<b>a</b>", "b"))
    assert theme.class_name(graph, 0) == "&lt;b&gt;a&lt;/b&gt;"
    assert theme.class_name(graph, -1) == NO_LABEL


def test_entries_of_a_legend_are_groups_and_no_group_has_two():
    figure = go.Figure([go.Bar(name="a"), go.Bar(name="a"), go.Bar(name="b", showlegend=False)])
    figure.add_bar(name="c", legendgroup="c")
    figure.add_bar(name="c", legendgroup="c")
    for dark in (False, True):
        theme.dress(figure, dark)
        assert [bar.legendgroup for bar in figure.data] == ["trace 0", "trace 1", None, "c", "c"]
        assert [bar.showlegend for bar in figure.data] == [None, None, False, None, False]


def test_panels_fill_rows_and_one_alone_has_no_title():
    figure, places = charts.panels(["<a>", "b", "c"], 2)
    assert places == [{"row": 1, "col": 1}, {"row": 1, "col": 2}, {"row": 2, "col": 1}]
    assert [note.text for note in figure.layout.annotations] == ["&lt;a&gt;", "b", "c"]
    assert not charts.panels(["a"], 2)[0].layout.annotations
    assert charts.panels(["a"], 2, alone=True)[0].layout.annotations[0].text == "a"
    assert charts.panels([], 2)[1] == [{"row": 1, "col": 1}]
