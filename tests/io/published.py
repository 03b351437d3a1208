"""Files in the form in which people publish them: the programs' own spelling, on small graphs."""

import random

PAIRS = [(a, b) for a in range(12) for b in range(a + 1, 12) if (a < 6) == (b < 6) or (a, b) == (0, 11)]
BLOGS = [f"blog{i}.example.org" for i in range(12)]


def newman_gml(nodes: str, first: int = 0, repeat: bool = False) -> bytes:
    """GML as Mark Newman writes it; `nodes` has a line per attribute with {i} and {half}."""
    lines = ['Creator "Mark Newman on Fri Jul 21 12:39:27 2006"', "graph", "[", "  directed 1"]
    for i in range(12):
        lines += ["  node", "  [", f"    id {i + first}"]
        lines += [f"    {line.format(i=i, half=int(i >= 6))}" for line in nodes.splitlines()]
        lines += ["  ]"]
    for a, b in PAIRS + (PAIRS[:3] if repeat else []):
        lines += ["  edge", "  [", f"    source {a + first}", f"    target {b + first}", "  ]"]
    return "\n".join([*lines, "]", ""]).encode()


def polblogs() -> bytes:
    """A name, a numeric class, and a text with many values; some edges twice."""
    sources = 'label "blog{i}.example.org"\nvalue {half}\nsource "List{i},Other"'
    text = newman_gml(sources, first=1, repeat=True).decode()
    return text.replace("List7,", "List6,").replace("List9,", "List8,").replace("List3,", "List2,").encode()


def karate() -> bytes:
    """Ids from 1 and nothing else."""
    return newman_gml("", first=1)


def gephi_gexf(version: str, address: str) -> bytes:
    """GEXF as Gephi writes it, with colours, positions and the result of its modularity."""
    random.seed(0)
    nodes = "".join(
        f'<node id="{i}.0" label="Person {i}"><attvalues>'
        f'<attvalue for="modularity_class" value="{i // 4}"></attvalue>'
        f'<attvalue for="pageranks" value="{random.random():.6f}"></attvalue></attvalues>'
        f'<viz:size value="{4 + i}"></viz:size><viz:position x="{i}.5" y="-{i}" z="0.0"></viz:position>'
        f'<viz:color r="236" g="81" b="72"></viz:color></node>'
        for i in range(12)
    )
    edges = "".join(
        f'<edge id="{k}" source="{a}.0" target="{b}.0" weight="2.0"/>' for k, (a, b) in enumerate(PAIRS)
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<gexf xmlns="{address}" version="{version}" '
        f'xmlns:viz="{address}/viz" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        '<meta lastmodifieddate="2014-01-30"><creator>Gephi 0.8.1</creator></meta>'
        '<graph defaultedgetype="undirected" mode="static"><attributes class="node" mode="static">'
        '<attribute id="modularity_class" title="Modularity Class" type="integer"></attribute>'
        '<attribute id="pageranks" title="PageRank" type="double"></attribute></attributes>'
        f"<nodes>{nodes}</nodes><edges>{edges}</edges></graph></gexf>"
    ).encode()


def _graphml(keys: str, node: str, head: str = "") -> bytes:
    nodes = "".join(node.format(i=i, half=int(i >= 6)) for i in range(12))
    edges = "".join(f'<edge source="n{a}" target="n{b}"/>' for a, b in PAIRS)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns" '
        f'xmlns:y="http://www.yworks.com/xml/graphml">{head}{keys}'
        f'<graph id="G" edgedefault="undirected">{nodes}{edges}</graph></graphml>'
    ).encode()


def igraph_graphml() -> bytes:
    """GraphML as igraph writes it: whole numbers as doubles, names under `v_name`."""
    return _graphml(
        '<key id="v_name" for="node" attr.name="name" attr.type="string"/>'
        '<key id="v_Faction" for="node" attr.name="Faction" attr.type="double"/>'
        '<key id="v_color" for="node" attr.name="color" attr.type="double"/>',
        '<node id="n{i}"><data key="v_name">Actor {i}</data><data key="v_Faction">{half}</data>'
        '<data key="v_color">{half}</data></node>',
        "<!-- Created by igraph -->",
    )


def yed_graphml() -> bytes:
    """GraphML as yEd writes it: what is shown is inside the graphics of a node."""
    return _graphml(
        '<key attr.name="url" attr.type="string" for="node" id="d4"/>'
        '<key attr.name="kind" attr.type="string" for="node" id="d5"><default>router</default></key>'
        '<key for="node" id="d6" yfiles.type="nodegraphics"/>',
        '<node id="n{i}"><data key="d5">switch{half}</data><data key="d6"><y:ShapeNode>'
        '<y:Geometry height="30.0" width="30.0" x="{i}5.0" y="7{i}.0"/><y:Fill color="#FFCC00"/>'
        '<y:NodeLabel fontSize="12">Machine {i}</y:NodeLabel><y:Shape type="rectangle"/></y:ShapeNode></data>'
        "</node>",
        "<!--Created by yEd 3.20-->",
    )
