import dataclasses

import pytest

import n2n
from n2n.datasets import catalogue


@pytest.mark.parametrize("key", catalogue())
def test_facts_are_complete(key):
    info = catalogue()[key]
    for field in dataclasses.fields(info):
        assert getattr(info, field.name) or field.name == "aliases", field.name
    # Without self-loops an undirected edge is published as one or two directed ones.
    assert info.edges <= info.published_edges <= 2 * info.edges


def test_a_graph_of_another_size_is_refused():
    karate = n2n.load("karate")
    with pytest.raises(ValueError, match="Texas was loaded with 34 nodes where 183 are published"):
        catalogue()["texas"].check(karate)
    columns = karate.replace(x=karate.x[:, 1:])
    with pytest.raises(ValueError, match="Karate club was loaded with 33 features where 34 are published"):
        catalogue()["karate"].check(columns)
    names = karate.replace(class_names=(*karate.class_names, "third"))
    with pytest.raises(ValueError, match="Karate club was loaded with 3 classes where 2 are published"):
        catalogue()["karate"].check(names)
    fewer = n2n.Graph.from_edges([[9], [10]], x=karate.x, y=karate.y)
    with pytest.raises(ValueError, match="Karate club was loaded with 1 edges where 78 are published"):
        catalogue()["karate"].check(fewer)
