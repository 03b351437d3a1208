"""What the pages say is what they show: numbers by the library, and counts in the right form."""

import re

import numpy as np
import pytest

import n2n
from n2n.reading import preview
from tests.pages.app import open_page, texts, until

GRAPHS = ("karate", "texas", "cora")
NOUNS = "nodes|edges|neighbours|subgraphs|parts|epochs|columns|runs|seeds|matches|classes|jobs|pairs|numbers"
ONE_OF_MANY = re.compile(rf"(?<![\d,.])1 (?:\w+ )?(?:{NOUNS})\b")


def loaded(app):
    """The page once its dataset has been loaded."""
    return until(app, lambda app: "can take a minute" not in texts(app))


@pytest.mark.parametrize("key", GRAPHS)
@pytest.mark.parametrize("k", [1, 3])
def test_subgraphs_are_compared_with_random_neighbours(key, k):
    graph = n2n.load(key)
    taps, random = (
        n2n.partition(positives) for positives in (n2n.rank(graph).top(k), n2n.random_positives(graph, k, 0))
    )
    said = texts(loaded(open_page("subgraphs", dataset=key, k=k)))
    assert f"{taps.weighted_purity(graph.y):.0%} of the nodes have the most frequent label" in said
    assert f"{random.weighted_purity(graph.y):.0%} (one draw)" in said
    assert f"k = {k} forms {taps.num_subgraphs:,} subgraph" in said


@pytest.mark.parametrize("key", GRAPHS)
def test_homophily_is_compared_with_edges_that_ignore_classes(key):
    """The same degrees, ends drawn at random: the mean of many graphs is what the page says."""
    graph, rng = n2n.load(key), np.random.default_rng(0)
    ends = graph.y[np.repeat(np.arange(graph.num_nodes), graph.degree)]
    drawn = np.mean([np.mean(ends == rng.permutation(ends)) for _ in range(50)])
    [said] = re.findall(r"ignored the classes, (\d+)% would", texts(loaded(open_page("graph", dataset=key))))
    assert int(said) == pytest.approx(100 * drawn, abs=1.5)


@pytest.fixture(scope="module")
def tiny():
    """As few of everything as there can be: one edge, one feature, one class."""
    graph = n2n.Graph.from_edges(
        [[0], [1]], x=np.ones((2, 1), np.float32), y=[0, 0], num_nodes=2, class_names=("a",), name="tiny"
    )
    return graph


@pytest.mark.parametrize(
    ("page", "address"),
    [
        ("start", {}),
        *(("graph", {"view": view}) for view in ("Map", "Neighbourhood", "Numbers")),
        ("taps", {}),
        *(("subgraphs", {"show": view}) for view in ("Map", "Gallery", "Table", "Sizes", "Effect of k")),
        ("smoothness", {}),
        ("what_if", {}),
        ("embeddings", {"layout": "PCA"}),
        ("wrong_edges", {}),
        *(("compare", {"comparison": view}) for view in ("Accuracy and time", "Splits", "Cold start")),
        *(("learn", {"lesson": "random", "step": step}) for step in (1, 3)),
        ("your_data", {}),
        ("export", {}),
    ],
)
def test_one_thing_is_never_spoken_of_as_several(tiny, add, page, address):
    app = open_page(page, dataset=add(tiny), **address)
    shown = " ".join([texts(app), *(one.value for one in [*app.info, *app.warning, *app.header])])
    figures = " ".join(chart.proto.spec for chart in app.get("plotly_chart"))
    assert not ONE_OF_MANY.findall(shown)
    assert not ONE_OF_MANY.findall(figures)


@pytest.mark.parametrize("columns", range(1, 4))
def test_columns_of_features_are_counted(columns):
    names = [f"f{place}" for place in range(columns)]
    rows = "\n".join(",".join([f"n{node}", "ab"[node % 2], *["0.5"] * columns]) for node in range(6))
    table = ",".join(["id", "label", *names]) + "\n" + rows
    edges = "source,target\n" + "\n".join(f"n{node},n{node + 1}" for node in range(5))
    [nodes] = [
        look
        for look in preview([("nodes.csv", table.encode()), ("edges.csv", edges.encode())])
        if look.columns.kind == "nodes"
    ]
    assert f"{columns} column{'s' if columns > 1 else ''} of features" in nodes.columns.words(nodes.names())
