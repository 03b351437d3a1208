import dataclasses

import pytest

import n2n
from n2n.graph.catalogue import catalogue


@pytest.mark.parametrize("key", catalogue())
def test_facts_are_complete(key):
    info = catalogue()[key]
    for field in dataclasses.fields(info):
        assert getattr(info, field.name) or field.name == "aliases", field.name
    # Without self-loops an undirected edge is published as one or two directed ones.
    assert info.edges <= info.published_edges <= 2 * info.edges


def test_a_graph_of_another_size_is_refused():
    karate = n2n.load("karate")
    with pytest.raises(ValueError, match="Texas has 34 nodes instead of the published 183"):
        catalogue()["texas"].check(karate)
    columns = karate.replace(x=karate.x[:, 1:])
    with pytest.raises(ValueError, match="Karate club has 33 features instead of the published 34"):
        catalogue()["karate"].check(columns)
    names = karate.replace(class_names=(*karate.class_names, "third"))
    with pytest.raises(ValueError, match="Karate club has 3 classes instead of the published 2"):
        catalogue()["karate"].check(names)
    fewer = n2n.Graph.from_edges([[9], [10]], x=karate.x, y=karate.y)
    with pytest.raises(ValueError, match="Karate club has 1 edges instead of the published 78"):
        catalogue()["karate"].check(fewer)
