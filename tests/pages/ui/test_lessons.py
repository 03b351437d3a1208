"""The guided lessons: every step opens, the way leads on and back, and what the texts claim is true."""

import n2n
from n2n.taps import tables
from pages.ui.lessons import LESSONS


def text(name: str, step: int) -> str:
    place = LESSONS[name].steps[step - 1]
    return f"{place.look} {place.question}"


def test_the_claims_of_the_first_lesson():
    karate, cora = (n2n.rank(n2n.load(key)) for key in ("karate", "cora"))
    order, _, common = tables.ranked_neighbours(karate, 33)
    assert f"its {len(order)} friends" in text("choice", 1)
    assert f"node {order[0]}." in text("choice", 2)
    assert f"{common[0]} of them in common" in text("choice", 2)
    assert (order[1], common[1]) == (13, 0)
    order, value, _ = tables.ranked_neighbours(cora, 1701)
    assert f"{len(order)} neighbours" in text("choice", 4)
    assert value[0] == value[1] > value[2]
    assert f"{(cora.common == 0).mean():.0%}" in text("choice", 4)
    parts = n2n.partition(cora.top(1))
    pure = (parts.purity(cora.graph.y)[parts.sizes > 1] == 1).mean()
    assert f"{parts.num_subgraphs} subgraphs" in text("choice", 5)
    assert f"{100 * pure:.0f}% hold one class" in text("choice", 5)


def test_the_claims_of_the_second_lesson():
    cora, karate = (n2n.load(key) for key in ("cora", "karate"))
    near = cora.neighbours(985)
    assert (len(near), (cora.y[near] == cora.y[985]).sum()) == (5, 4)
    rows = tables.smoothness(cora, n2n.rank(cora), 10)
    at = {
        pair: (rows["taps"][row], rows["random_mean"][row])
        for row, pair in enumerate(zip(rows["k"], rows["per"], strict=True))
    }
    taps, chance = at["1", "sampled"]
    assert f"{taps:.3f} for the choice of TAPS, {chance:.3f} for a random neighbour" in text("random", 3)
    assert f"{at['all', 'sampled'][0]:.3f} for all neighbours" in text("random", 3)
    taps, chance = at["5", "sampled"]
    assert f"TAPS gives {taps:.3f} and chance {chance:.3f}" in text("random", 4)
    assert (cora.degree <= 5).mean() > 0.5
    assert f"from {at['1', 'graph'][0]:.3f} to {at['5', 'graph'][0]:.3f}" in text("random", 5)
    rows = tables.smoothness(karate, n2n.rank(karate), 10)
    assert f"{rows['taps'][0]:.3f} for TAPS, {rows['random_mean'][0]:.3f} for chance" in text("random", 6)
    order, _, common = tables.ranked_neighbours(n2n.rank(karate), 0)
    assert (order[0], common[0]) == (31, 0)
    assert karate.y[31] != karate.y[0]


def test_the_claims_of_the_third_lesson():
    graph, ends = n2n.load("cora"), {}
    for step in (2, 4):
        values = {
            key.partition(".")[2]: value
            for key, value in LESSONS["smoothing"].steps[step - 1].settings.items()
            if key.startswith("train.")
        }
        values["k"] = int(values["k"])
        recipe = n2n.Settings.for_dataset("cora", values["framework"], values["k"], recipe="text")
        # A quarter of the epochs shows the direction.
        run = n2n.train(graph, recipe.replace(**{**values, "epochs": 15}))
        seen = [epoch for epoch in run if epoch.information is not None]
        ends[values["similarity"]] = seen[0], seen[-1]
    for first, last in ends.values():
        assert last.information > first.information
    assert ends["cosine"][1].feature_smoothness < ends["cosine"][0].feature_smoothness
    assert ends["dot"][1].feature_smoothness > ends["dot"][0].feature_smoothness
    assert ends["dot"][1].information > ends["cosine"][1].information
