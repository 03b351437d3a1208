"""Tables of edges as other programs write them, with and without a header; what is ambiguous is refused."""

import io
import subprocess
import sys

import numpy as np
import pytest

import n2n
from n2n.reading import Columns, ReadError, read_with_report

# anna-ben, ben-cleo, cleo-dora, as programs export it.
EXPORTS = {
    "Gephi": "Source,Target,Type,Id,Label,timeset,Weight\nanna,ben,Undirected,0,,,1.0\n"
    "ben,cleo,Undirected,1,,,1.0\ncleo,dora,Undirected,2,,,1.0\n",
    "Gephi, Id first": "Id;Source;Target;Type;Weight\n0;anna;ben;Directed;1\n1;ben;cleo;Directed;1\n"
    "2;cleo;dora;Directed;1\n",
    "Gephi, ends last": "Type,Id,Label,Weight,Source,Target\nDirected,0,,1,anna,ben\nDirected,1,,1,ben,cleo\n"
    "Directed,2,,1,cleo,dora\n",
    "NodeXL": '"Vertex 1","Vertex 2","Color","Width","Relationship"\n"anna","ben","","1","Follows"\n'
    '"ben","cleo","","","Follows"\n"cleo","dora","Red","","Replies"\n',
    "Cytoscape": '"SUID","interaction","name","shared name","source","target","weight"\n'
    '"81","pp","anna (pp) ben","anna (pp) ben","anna","ben","1.0"\n'
    '"82","pp","ben (pp) cleo","ben (pp) cleo","ben","cleo","1.0"\n'
    '"83","pd","cleo (pd) dora","cleo (pd) dora","cleo","dora","0.5"\n',
    "networkx": "anna ben {'weight': 1.5, 'since': 2001}\nben cleo {'weight': 2}\ncleo dora {}\n",
    "networkx, commas": "anna,ben,{'weight': 1.5, 'since': 2001}\nben,cleo,{'weight': 2}\ncleo,dora,{}\n",
    "networkx, weighted": "anna ben 1.5\nben cleo 2\ncleo dora 1\n",
    "networkx, plain": "anna ben\nben cleo\ncleo dora\n",
    "pandas": ",source,target,weight\n0,anna,ben,1.5\n1,ben,cleo,2.0\n2,cleo,dora,1.0\n",
    "pandas, no header": "anna,ben,1.5,2001\nben,cleo,2.0,2002\ncleo,dora,1.0,2003\n",
    "pandas, numbered": ",0,1\n0,anna,ben\n1,ben,cleo\n2,cleo,dora\n",
    "pandas, numbered, no index": "0,1\nanna,ben\nben,cleo\ncleo,dora\n",
    "igraph in R": '"","from","to","weight"\n"1","anna","ben",1.5\n"2","ben","cleo",2\n"3","cleo","dora",1\n',
    "igraph in R, no index": '"from","to","weight"\n"anna","ben",1.5\n"ben","cleo",2\n"cleo","dora",1\n',
    "igraph, NCOL": "anna ben 1.5\nben cleo 2\ncleo dora 1\n",
    "igraph, edge frame": "edge ID,source,target,weight\n0,anna,ben,1.5\n1,ben,cleo,2.0\n2,cleo,dora,1.0\n",
    "Neo4j import": ":START_ID,:END_ID,:TYPE\nanna,ben,KNOWS\nben,cleo,KNOWS\ncleo,dora,LIKES\n",
    "Neo4j import, groups": ":START_ID(Person),since:int,:END_ID(Person),:TYPE\nanna,2001,ben,KNOWS\n"
    "ben,2002,cleo,KNOWS\ncleo,2003,dora,KNOWS\n",
    "Neo4j browser": "n.name,m.name\nanna,ben\nben,cleo\ncleo,dora\n",
    "KONECT": "% asym positive\n% 3 4 4\nanna ben 1 1082008561\nben cleo 1 1082123439\n"
    "cleo dora 1 1082382191\n",
    "SNAP": "# Directed graph\n# FromNodeId\tToNodeId\nanna\tben\nben\tcleo\ncleo\tdora\n",
    "SNAP, musae": "id_1,id_2\nanna,ben\nben,cleo\ncleo,dora\n",
    "STRING": "protein1 protein2 combined_score\nanna ben 490\nben cleo 198\ncleo dora 159\n",
    "Excel": "sep=;\r\nSource;Target\r\nanna;ben\r\nben;cleo\r\ncleo;dora\r\n",
    "Neo4j, apoc": '"_start","_end","_type"\n"anna","ben","KNOWS"\n"ben","cleo","KNOWS"\n"cleo","dora","X"\n',
    "Excel, no header, decimal commas": "\ufeffanna;ben;1,5\r\nben;cleo;2,25\r\ncleo;dora;1,0\r\n",
    "R, no names": '"","V1","V2"\n"1","anna","ben"\n"2","ben","cleo"\n"3","cleo","dora"\n',
    "triples": "anna,knows,ben\nben,knows,cleo\ncleo,likes,dora\ndora,likes,ben\nben,likes,anna\n",
}
HEADERS = (
    "source,target", "Source,Target", "SOURCE,TARGET", "from,to", "src,dst", "source_id,target_id",
    "src_id,dst_id", "from_node,to_node", "FromNodeId,ToNodeId", "fromnodeid,tonodeid", "node1,node2",
    "Node 1,Node 2", "Node A,Node B", "node_1,node_2", "person1,person2", "SourceNode,TargetNode",
    "sourceNodeId,targetNodeId", "citing_paper,cited_paper", "citing,cited", "u,v", "head,tail",
    "protein_a,protein_b", "follower,followee", "left node,right node", "paper,reference",
    "Source Node,Target Node", "FROM,TO", "From_ID,To_ID", "i,j", "user_id,friend_id", "payer,payee",
)  # fmt: skip
LINE = {frozenset(pair) for pair in (("anna", "ben"), ("ben", "cleo"), ("cleo", "dora"))}


def pairs(graph: n2n.Graph) -> set[frozenset[str]]:
    names = graph.names()
    return {frozenset((names[a], names[b])) for a, b in graph.edges().T.tolist()}


@pytest.mark.parametrize("file", ["edges.csv", "graph.csv", "network.txt"])
@pytest.mark.parametrize("program", EXPORTS)
def test_an_export_gives_the_graph_that_was_exported(program, file):
    graph = n2n.read_graph((file, EXPORTS[program].encode()))
    assert pairs(graph) == LINE | ({frozenset({"dora", "ben"})} if program == "triples" else set())
    assert graph.num_nodes == 4


@pytest.mark.parametrize("extra", ["none", "before", "between", "after", "all"])
@pytest.mark.parametrize("header", HEADERS)
def test_columns_are_found_by_their_names_wherever_they_stand(header, extra):
    rows = [header.split(","), ["anna", "ben"], ["ben", "cleo"], ["cleo", "dora"]]
    for at, row in enumerate(rows):
        if extra in ("between", "all"):
            row.insert(1, "kind" if at == 0 else f"k{at % 2}")
        if extra in ("before", "all"):
            row.insert(0, "weight" if at == 0 else f"{at}.5")
        if extra in ("after", "all"):
            row.append("year" if at == 0 else str(2000 + at))
    assert pairs(n2n.read_graph(("graph.csv", "\n".join(map(",".join, rows)).encode()))) == LINE


def test_pandas_and_networkx_write_what_is_read_again():
    import networkx as nx
    import pandas as pd

    graph = nx.Graph()
    graph.add_weighted_edges_from([("anna", "ben", 1.5), ("ben", "cleo", 2), ("cleo", "dora", 1)])
    table = nx.to_pandas_edgelist(graph)
    texts = [table.to_csv(), table.to_csv(index=False), table.to_csv(header=False, index=False, sep="\t")]
    for options in ({}, {"data": False}, {"data": ["weight"]}, {"delimiter": "\t"}, {"delimiter": ","}):
        out = io.BytesIO()
        nx.write_edgelist(graph, out, **options)
        texts.append(out.getvalue().decode())
    assert isinstance(table, pd.DataFrame)
    for text in texts:
        assert pairs(n2n.read_graph(("g.csv", text.encode()))) == LINE, text


def test_a_first_row_is_an_edge_where_its_ids_occur_anywhere_below_it():
    rows = [(f"a{i}", f"b{i}") for i in range(5000)] + [("z", "a0")]
    text = "".join(f"{a},{b}\n" for a, b in rows)
    assert n2n.read_graph(("e.csv", text.encode())).num_edges == 5001
    # No other id is b0, but a0 is.
    assert "b0" in n2n.read_graph(("e.csv", text.encode())).names()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0 1 2\n1 3 4\n2 4 5\n", "3 rows of 3 numbers may be edges with a weight or an adjacency matrix"),
        ("1,2,3,4\n2,3,4,5\n4,5,6,1\n6,1,2,2\n", "4 rows of 4 numbers may be edges"),
        ("anna,ben\ncleo,dora\n", r'its first line \("anna", "ben"\) may be a header or an edge'),
        ("0.5,anna,ben\n0.7,ben,cleo\n", "its first column may be the source"),
        ("e1,anna,ben\ne2,ben,cleo\ne3,cleo,anna\n", "its first column may be the source"),
        ("1,likes,2\n2,likes,3\n3,likes,4\n4,likes,5\n", "its second column may be a target or a relation"),
        ("0.0,pp,anna (pp) ben\n1.0,pp,ben (pp) cleo\n", "its first column may be the source"),
        ("ben 1.5\ndora 4.5\n", "the numbers in its first columns are no ids"),
        ("0,1,2\n1,2,3\n2,3,4\n3,4,1\n", "its first column may be the source"),
        ("a b c d\nb a c d\nc a b d\nd a b e\ne a b c\n", "each line may be a node and its neighbours"),
    ],
)
def test_what_is_ambiguous_is_refused_until_the_columns_are_given(text, reason):
    with pytest.raises(ReadError, match=rf"^g\.txt: {reason}.*name the columns source and target"):
        n2n.read_graph(("g.txt", text.encode()))
    delimiter = "," if "," in text else " "
    given = Columns("edges", header=False, delimiter=delimiter)
    graph = n2n.read_graph(("g.txt", text.encode()), columns={"g.txt": given})
    ends = [line.split(delimiter)[:2] for line in text.splitlines()]
    assert pairs(graph) == {frozenset(pair) for pair in ends}
    width = text.split("\n", 1)[0].count(delimiter) - 1
    named = delimiter.join(["source", "target", "one", "two"][: width + 2]) + "\n" + text
    assert pairs(n2n.read_graph(("g.txt", named.encode()))) == pairs(graph)


@pytest.mark.parametrize("names", ["user_id,item_id", "UserID,MovieID", "reader,book"])
def test_ends_of_two_kinds_with_numbers_in_common_are_refused(names):
    text = f"{names},rating\n1,2,5\n2,3,4\n3,1,1\n"
    with pytest.raises(
        ReadError, match=r'^r\.csv: ".*" is in both columns.*name the columns source and target'
    ):
        n2n.read_graph(("r.csv", text.encode()))
    apart = text.replace("1,2,5", "u1,2,5").replace("2,3,4", "u2,3,4").replace("3,1,1", "u3,1,1")
    assert n2n.read_graph(("r.csv", apart.encode())).num_nodes == 6
    given = {"r.csv": Columns("edges", header=True)}
    assert n2n.read_graph(("r.csv", text.encode()), columns=given).num_nodes == 3


@pytest.mark.parametrize("missing", ["", "NA", "nan", "NaN", "NAN", "N/A", "null", "Null", "None", "-1", " "])
def test_a_missing_label_is_not_a_class(missing):
    nodes = f"id,label\na,red\nb,blue\nc,{missing}\nd,red\n".encode()
    reading = read_with_report({"edges.csv": b"source,target\na,b\nb,c\nc,d\n", "nodes.csv": nodes})
    assert reading.graph.class_names == ("blue", "red")
    assert reading.graph.y.tolist() == [1, 0, -1, 1]
    assert reading.report.unlabelled == 1


def test_missing_labels_of_arrays_are_not_classes():
    edges = np.array([[0, 1, 2], [1, 2, 3]])
    for y in (np.array(["red", "NA", "blue", ""]), np.array([1.0, np.nan, 0.0, np.nan])):
        out = io.BytesIO()
        np.savez(out, edge_index=edges, y=y)
        graph = n2n.read_graph(("g.npz", out.getvalue()))
        assert (graph.y.tolist(), graph.num_classes) == ([1, -1, 0, -1], 2)


FILL = """
import resource, sys
import networkx, pyarrow.csv
import n2n
from n2n.reading import Limits
edges = b"source,target\\n0,1\\n1,2\\n"
n2n.read_graph(("edges.csv", edges), limits=Limits())
row = ",".join(["1234"] * 100)
wide = "id," + ",".join(f"f{i}" for i in range(100)) + "\\n"
table = (wide + "".join(f"{i},{row}\\n" for i in range(22000))).encode()
files = {
    "wide": {"edges.csv": edges, "nodes.csv": table},
    "alone": {"graph.csv": table},
    "words": {"graph.txt": b"".join(b"w%d w%d w%d w%d\\n" % (i, i + 1, i + 2, i) for i in range(400000))},
}[sys.argv[1]]
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    n2n.read_graph(files, limits=Limits(values=1000, edges=1000))
except ValueError:
    print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.parametrize("files", ["wide", "alone", "words"])
def test_a_table_above_the_limits_takes_little_memory(files):
    """11 MB in, at most 60 MB more before the refusal."""
    done = subprocess.run([sys.executable, "-c", FILL, files], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 60
