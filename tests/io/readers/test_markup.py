import networkx as nx
import pytest

from n2n.io.readers import Limits, ReadError
from n2n.io.readers.markup import read_markup
from n2n.io.readers.sources import Given

GRAPH = nx.path_graph(3)
TEXTS = {
    "graphml": "\n".join(nx.generate_graphml(GRAPH)),
    "gexf": "\n".join(nx.generate_gexf(GRAPH)),
    "gml": "\n".join(nx.generate_gml(GRAPH)),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_each_kind_is_read_and_counted_first(kind):
    file = Given(f"g.{kind}", TEXTS[kind].encode())
    found = read_markup(file, kind, Limits())
    assert (found.number_of_nodes(), found.number_of_edges()) == (3, 2)
    with pytest.raises(ReadError, match="it has 3 nodes, at most 2 are allowed"):
        read_markup(file, kind, Limits(nodes=2))
    with pytest.raises(ReadError, match="larger than the 10 bytes allowed for this kind of file"):
        read_markup(file, kind, Limits(slow_bytes=10))
    with pytest.raises(ReadError, match="nested more than 1 deep"):
        read_markup(file, kind, Limits(depth=1))


def test_an_entity_is_never_expanded():
    text = b'<!DOCTYPE x [<!ENTITY a "b">]><graphml>&a;</graphml>'
    with pytest.raises(ReadError, match="line 1: it declares a document type or an entity"):
        read_markup(Given("g.graphml", text), "graphml", Limits())
