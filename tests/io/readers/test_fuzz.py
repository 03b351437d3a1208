"""Files that nobody thought of: hypothesis makes them, with pieces of real ones among them."""

import string

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from n2n.io.readers import Columns, read_graph
from n2n.io.samples import samples
from tests.io.readers.corpus_worker import check

quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
NAMES = [
    "g.txt", "g.sif", "g.mtx", "g.net", "g.gdf", "g.dot", "g.json", "g.graph", "g.adjlist", "e.parquet",
    "e.csv", "nodes.csv", "g.graphml", "g.gexf", "g.gml", "g.npz", "g.safetensors", "g.zip", "g",
]  # fmt: skip
PIECES = [
    b"<graphml>", b"<graph>", b"</graph>", b"<node id='1'/>", b"<!DOCTYPE x [", b"<!ENTITY a 'b'>", b"&a;",
    b"graph [", b"node [ id 1 ]", b"edge [ source 1 target 1 ]", b"]", b"PK\x03\x04", b"PK\x05\x06",
    b"\x93NUMPY", b"\x80\x04", b"id,label\n", b"a,b\n", b"1\t2\n", b"3:1 4:2", b'"', b"\n", b"\r\n", b",",
    b"nan", b"=1", b"\xef\xbb\xbf", b"graph {", b"a -- b", b"->", b"}", b"[x=1]", b"*Vertices 3\n",
    b"*Edges\n", b"1 2\n", b"nodedef>name\n", b"edgedef>a,b\n", b"3 3 2\n", b"a pp b\n",
    b"%%MatrixMarket matrix coordinate pattern general\n", b'{"nodes": [', b'{"id": 1},', b'], "links": [',
    b'{"source": 1, "target": 2}', b"]}", b"\x1f\x8b", b"PAR1", b"ARROW1",
]  # fmt: skip


@quick
@given(st.sampled_from(NAMES), st.binary(max_size=300))
def test_any_bytes_under_any_name(name, data):
    check({name: data})


@quick
@given(st.sampled_from(NAMES), st.lists(st.sampled_from(PIECES) | st.binary(max_size=6), max_size=30))
def test_pieces_of_real_files_in_any_order(name, pieces):
    check({name: b"".join(pieces)})


@quick
@given(st.sampled_from(samples()), st.data())
def test_real_files_with_a_piece_cut_out_or_put_in(sample, data):
    name = data.draw(st.sampled_from(sorted(sample.files)))
    content = sample.files[name]
    start = data.draw(st.integers(0, len(content)))
    stop = data.draw(st.integers(start, min(len(content), start + 50)))
    check({**sample.files, name: content[:start] + data.draw(st.binary(max_size=20)) + content[stop:]})


TEXTS = st.text(string.ascii_letters + string.digits + "=+-@'\"<>&;:. äß💥", max_size=8)


@quick
@given(st.lists(st.lists(TEXTS, min_size=1, max_size=4), min_size=1, max_size=8), st.sampled_from(",;\t"))
def test_any_table_of_edges_or_nodes(rows, delimiter):
    text = "\n".join(delimiter.join(row) for row in rows).encode()
    check({"edges.csv": text})
    check({"edges.csv": b"a,b\nb,c\n", "nodes.csv": text})


@quick
@given(
    st.lists(
        st.tuples(*[st.text(string.ascii_letters + string.digits + "=+-@'_", min_size=1, max_size=6)] * 2),
        min_size=1,
        max_size=20,
    )
)
def test_a_good_edge_list_keeps_its_ids(edges):
    text = "\n".join(f"{a},{b}" for a, b in edges).encode()
    columns = {"e.csv": Columns("edges", header=False)}
    graph = read_graph({"e.csv": text}, columns=columns)
    names = graph.node_names or tuple(map(str, range(graph.num_nodes)))
    given_ids = {_unescaped(end) for pair in edges for end in pair}
    assert set(names) == given_ids
    kept = {frozenset(map(_unescaped, pair)) for pair in edges}
    assert graph.num_edges == sum(len(pair) == 2 for pair in kept)


def _unescaped(text: str) -> str:
    """What our own tables mean by an apostrophe before a sign that would start a formula."""
    rest = text.lstrip("'")
    return text[1:] if rest != text and rest[:1] in "=+-@" and rest else text
