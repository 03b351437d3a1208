"""Bad files of markup: GraphML, GEXF, GML."""

import numpy as np


def markup_files():
    laughs = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    node, edge = '<node id="{}"/>', '<edge source="{}" target="{}"/>'

    def graphml(inner: str, top: str = "", keys: str = "") -> bytes:
        body = f'{keys}<graph edgedefault="undirected">{inner}</graph>'
        return f'<?xml version="1.0"?>{top}<graphml>{body}</graphml>'.encode()

    key = '<key id="k" for="node" attr.name="{}" attr.type="{}"/>'
    cases = {
        "a billion laughs": graphml("&l9;", f'<!DOCTYPE g [<!ENTITY l0 "ha">{laughs}]>'),
        "a long entity": graphml("&a;" * 50, f'<!DOCTYPE g [<!ENTITY a "{"x" * 10_000}">]>'),
        "an outer entity": graphml("&a;", '<!DOCTYPE g [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
        "an outer address": graphml("", '<!DOCTYPE g SYSTEM "http://127.0.0.1:9/g.dtd">'),
        "a parameter entity": graphml("", '<!DOCTYPE g [<!ENTITY % a SYSTEM "http://127.0.0.1:9/x"> %a;]>'),
        "an unknown entity": graphml("&nothing;"),
        "deep elements": ("<graphml>" + "<graph>" * 9000).encode(),
        "deep closed elements": ("<graphml>" + "<a>" * 9000 + "</a>" * 9000 + "</graphml>").encode(),
        "too many nodes": graphml("".join(node.format(i) for i in range(21_000))),
        "too many edges": graphml("".join(edge.format(0, 1) for _ in range(31_000))),
        "an edge without ends": graphml("<edge/>"),
        "a node without id": graphml("<node/>"),
        "a node twice": graphml(node.format(1) * 2),
        "a hyperedge": graphml("<hyperedge/>"),
        "a port": graphml('<node id="1"><port name="p"/></node>'),
        "an unknown key": graphml('<node id="1"><data key="zz">1</data></node>'),
        "a wrong number": graphml(
            '<node id="1"><data key="k">abc</data></node>', keys=key.format("f", "int")
        ),
        "a wrong type": graphml(
            '<node id="1"><data key="k">1</data></node>', keys=key.format("f", "quaternion")
        ),
        "a huge number": graphml(
            f'<node id="1"><data key="k">{"9" * 6000}</data></node>', keys=key.format("f", "int")
        ),
        "NaN": graphml(
            '<node id="1"><data key="k">nan</data></node><node id="2"/>', keys=key.format("f", "double")
        ),
        "an endless id": graphml(node.format("a" * 5000)),
        "an endless name": graphml(
            "".join(f'<node id="{i}"><data key="k">{i}{"x" * 5000}</data></node>' for i in range(4)),
            keys=key.format("label", "string"),
        ),
        "names that are ids of others": graphml(
            "".join(f'<node id="{i}"><data key="k">{(i + 1) % 4}</data></node>' for i in range(4)),
            keys=key.format("name", "string"),
        ),
        "a hostile default": graphml(
            node.format(1), keys='<key id="k" for="node" attr.name="=1+1"><default>&lt;b&gt;</default></key>'
        ),
        "hostile ids": graphml(node.format("&lt;/script&gt;&lt;img&gt;") + node.format("b")),
        "no graph": b"<graphml></graphml>",
        "another root": b"<html></html>",
        "no end": b"<graphml><graph>",
        "two roots": b"<graphml/><graphml/>",
        "a wrong nesting": b"<graphml><graph></graphml></graph>",
        "control signs": b"<graphml>\x01</graphml>",
        "a namespace bomb": (
            "<graphml " + " ".join(f'xmlns:a{i}="u{i}"' for i in range(3000)) + "/>"
        ).encode(),
        "random bytes": bytes(np.random.default_rng(2).integers(0, 256, 3000, np.uint8)),
    }
    for what, data in cases.items():
        yield f"a GraphML file with {what}", {"g.graphml": data}
    gexf = {
        "no version": b"<gexf><graph><nodes><node id='1'/></nodes></graph></gexf>",
        "a wrong version": b"<gexf version='9'><graph/></gexf>",
        "laughs": b"<!DOCTYPE g [<!ENTITY a 'b'>]><gexf version='1.2'>&a;</gexf>",
        "no nodes": b"<gexf version='1.2'><graph/></gexf>",
        "no graph": b"<gexf version='1.2'/>",
        "an unknown address": b"<gexf xmlns='http://gexf.net/9.9'><graph><nodes/></graph></gexf>",
        "an address as text": b"<gexf xmlns='http://www.gexf.net/1.3'>'http://www.gexf.net/1.2'</gexf>",
        "attributes of nothing": b"<gexf xmlns='http://www.gexf.net/1.2draft'><graph><attributes class='x'/>"
        b"<nodes><node id='1'><attvalues><attvalue for='9' value='1'/></attvalues></node></nodes>"
        b"</graph></gexf>",
        "a lone edge": b"<gexf version='1.2' xmlns='http://www.gexf.net/1.2draft'><graph><edges>"
        b"<edge source='1' target='2'/></edges></graph></gexf>",
    }
    for what, data in gexf.items():
        yield f"a GEXF file with {what}", {"g.gexf": data}
    gml = {
        "nothing": b"graph [ ]",
        "no graph": b"node [ id 1 ]",
        "an open list": b"graph [ node [ id 1",
        "deep lists": b"graph " + b"[ a " * 5000,
        "deep closed lists": b"graph [ " + b"a [ " * 3000 + b"] " * 3000 + b"]",
        "a node twice": b"graph [ node [ id 1 ] node [ id 1 ] ]",
        "an edge twice": b"graph [ node [ id 1 ] node [ id 2 ] " + b"edge [ source 1 target 2 ] " * 2 + b"]",
        "an attribute twice": b'graph [ node [ id 1 label "a" label "b" ] node [ id 2 label [ a 1 ] ] ]',
        "the same key twice": b"graph [ multigraph 1 node [ id 1 ] node [ id 2 ] "
        + b"edge [ source 1 target 2 key 0 ] " * 2
        + b"]",
        "a graph in a text": b'Creator "\n graph [ \n" graph [ node [ id 1 ] ]',
        "an unknown end": b"graph [ node [ id 1 ] edge [ source 1 target 2 ] ]",
        "no id": b"graph [ node [ label 1 ] ]",
        "an endless number": b"graph [ node [ id " + b"9" * 9000 + b" ] ]",
        "a wrong sign": b"graph [ node { id 1 } ]",
        "an open text": b'graph [ node [ id 1 label "a ] ]',
        "latin-1": 'graph [ node [ id 1 label "ä" ] ]'.encode("latin-1"),
        "code": b"graph [ node [ id 1 label \"__import__('os')\" ] ]",
        "too many nodes": b"graph [ " + b"node [ id 1 ] " * 21_000 + b"]",
    }
    for what, data in gml.items():
        yield f"a GML file with {what}", {"g.gml": data}
    good = b"graph [ " + b"".join(b'node [ id %d label "n%d" ] ' % (i, i) for i in range(4)) + b"]"
    tables = {
        "no row": b"id,label\n",
        "other ids": b"id,label\nx,1\ny,2\n",
        "an id twice": b"id,label\n1,a\n1,b\n",
        "rows of three": b"id,label\n1,a,b\n",
        "features of some": b"id,age\n0,1.5\n1,2.5\n",
    }
    for what, data in tables.items():
        yield f"a GML file beside a table with {what}", {"g.gml": good, "nodes.csv": data}
    yield "two GML files", {"g.gml": good, "h.gml": good}
