"""Graphs as JSON: node-link (networkx, d3, vis.js, sigma), Cytoscape's, adjacency, lists of edges.

{"nodes": [{"id": "a", "group": 1}, …], "links": [{"source": "a", "target": "b"}, …]}     or "edges"
{"elements": {"nodes": [{"data": {"id": "a"}}, …], "edges": [{"data": {"source": "a", …}}, …]}}
{"a": ["b", "c"], …}                  [["a", "b"], …]                  [{"source": "a", "target": "b"}, …]
"""

import json
from collections.abc import Mapping
from typing import Any

from n2n.io.readers.errors import ReadError, quoted, shown
from n2n.io.readers.formats.found import Edges, Found, attribute_columns, plain
from n2n.io.readers.limits import Limits
from n2n.io.readers.sources import Given

_ENDS = (("source", "target"), ("from", "to"), ("src", "dst"), ("u", "v"))
_IDS = ("id", "key", "name", "label")
_UNKNOWN = "it is JSON, but not a graph: expected nodes and links, as networkx and d3 write them."


def parse(file: Given, limits: Limits) -> Any:
    """The content of a JSON file."""
    limits.check_slow(len(file.data), file.name)
    try:
        return json.loads(file.data.decode("utf-8").removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and (records := _records(file.data)):
            return records
        raise ReadError(file.name, f"it is not valid JSON ({shown(error.msg)}).", error.lineno) from None
    except UnicodeDecodeError:
        raise ReadError(file.name, "some characters are not UTF-8: save the file as UTF-8.") from None
    except (RecursionError, ValueError):
        raise ReadError(file.name, "its JSON is nested too deeply, or has too long a number.") from None


def _records(data: bytes) -> list | None:
    """One object per line, as .jsonl files have it; None where a line is anything else."""
    lines = data.removeprefix(b"\xef\xbb\xbf").splitlines()
    try:
        records = [json.loads(line) for line in lines if line.strip()]
    except (ValueError, RecursionError):
        return None
    return records if all(isinstance(record, dict | list) for record in records) else None


def read_json(file: Given, limits: Limits) -> Found:
    """The graph in a JSON file, whichever of the usual forms it has."""
    content = parse(file, limits)
    if isinstance(content, dict) and isinstance(content.get("graph"), dict) and "nodes" not in content:
        content = content["graph"]  # the JSON Graph Format
    if isinstance(content, dict) and isinstance(content.get("graphs"), list):
        if len(content["graphs"]) != 1:
            raise ReadError(file.name, f"it holds {len(content['graphs']):,} graphs: save one of them.")
        content = content["graphs"][0]
    if isinstance(content, dict) and isinstance(content.get("elements"), dict | list):
        content = content["elements"]
    if isinstance(content, list):
        content = _sorted_elements(content, file)
    if not isinstance(content, dict):
        raise ReadError(file.name, _UNKNOWN)
    links = next((content[key] for key in ("links", "edges") if isinstance(content.get(key), list)), None)
    nodes = content.get("nodes")
    if isinstance(nodes, dict):
        nodes = [{"id": id, **(_flat(value))} for id, value in nodes.items()]
    if isinstance(nodes, list) and isinstance(content.get("adjacency"), list):
        return _adjacency_data(nodes, content["adjacency"], file, limits)
    if links is None and nodes is None:
        return _neighbours(content, file, limits)
    if not isinstance(nodes, list | None) or (links is None and nodes):
        raise ReadError(file.name, _UNKNOWN)
    return _node_link(nodes or [], links or [], file, limits)


def _sorted_elements(items: list, file: Given) -> dict:
    """A list of pairs, of links, or of Cytoscape's elements as nodes and links."""
    nodes, links = [], []
    for item in items:
        if isinstance(item, list) and len(item) >= 2:
            flat = {"source": item[0], "target": item[1]}
        elif isinstance(item, dict):
            flat = _flat(item)
        else:
            raise ReadError(file.name, _UNKNOWN)
        (links if _ends(flat) else nodes).append(flat)
    return {"nodes": nodes, "links": links}


def _node_link(nodes: list, links: list, file: Given, limits: Limits) -> Found:
    limits.check("nodes", len(nodes), file.name)
    limits.check("edges", len(links), file.name)
    records = [_flat(node) if isinstance(node, dict) else {"id": node} for node in nodes]
    key = next((key for key in _IDS if records and all(key in record for record in records)), None)
    ids = [plain(record[key]) if key else str(place) for place, record in enumerate(records)]
    pairs = []
    for place, link in enumerate(links):
        ends = _ends(_flat(link)) if isinstance(link, dict) else None
        if isinstance(link, list) and len(link) >= 2:
            ends = link[0], link[1]
        if ends is None:
            raise ReadError(file.name, f"link {place + 1:,} has no source and target.")
        pairs.append(tuple(_end(end) for end in ends))
    known = set(ids)
    if len(known) < len(ids):
        seen: set[str] = set()
        twice = next(id for id in ids if id in seen or seen.add(id))
        if key == "id":
            raise ReadError(file.name, f"node {quoted(twice)} occurs twice.")
        ids, known, key = [str(place) for place in range(len(ids))], set(), None
    if ids and (key != "id" or not all(plain(end) in known for pair in pairs for end in pair)):
        pairs = _by_index(pairs, ids, key, file)
    edges = Edges(file, limits)
    for id in ids:
        edges.add_node(id)
    for source, target in pairs:
        edges.add(plain(source), [plain(target)])
    unlisted = list(edges.nodes)[len(ids) :] if ids else []
    if "" in edges.nodes:
        raise ReadError(file.name, "the id of a node is empty, or is not plain text or a number.")
    records += [{}] * (len(edges.nodes) - len(records))
    skip = (key,) if key else ()
    attributes = attribute_columns(records, file, limits, skip)
    repeated = [name for name, values in attributes.items() if values == list(edges.nodes)]
    for name in repeated:  # Cytoscape's files have the id three times
        del attributes[name]
    return edges.found(attributes, labels_are_names=key == "id", unlisted=unlisted)


def _by_index(pairs: list[tuple], ids: list[str], key: str | None, file: Given) -> list[tuple]:
    """Links whose ends are the places of nodes, as in old d3 files; ends that are names stay."""
    wrong = [end for pair in pairs for end in pair if not (isinstance(end, int) and 0 <= end < len(ids))]
    if not wrong:
        return [(ids[source], ids[target]) for source, target in pairs]
    if key is None:
        raise ReadError(
            file.name, f"nodes have no id, and {quoted(wrong[0])} is not the place of one of them."
        )
    return pairs


def _adjacency_data(nodes: list, adjacency: list, file: Given, limits: Limits) -> Found:
    """What networkx calls adjacency data: the neighbours of each node in the order of the nodes."""
    links = []
    for node, others in zip(nodes, adjacency, strict=False):
        if not isinstance(node, dict) or not isinstance(others, list):
            raise ReadError(file.name, _UNKNOWN)
        limits.check("edges", len(links) + len(others), file.name)
        links += [
            {"source": node.get("id"), "target": other.get("id") if isinstance(other, dict) else other}
            for other in others
        ]
    return _node_link(nodes, links, file, limits)


def _neighbours(content: Mapping[str, Any], file: Given, limits: Limits) -> Found:
    """A dictionary from each node to a list of its neighbours."""
    edges = Edges(file, limits)
    if not content or not all(isinstance(others, list) for others in content.values()):
        raise ReadError(file.name, _UNKNOWN)
    for node, others in content.items():
        if any(isinstance(other, dict | list) for other in others):
            raise ReadError(file.name, _UNKNOWN)
        edges.add(node, [plain(other) for other in others])
    return edges.found_in_order()


def _flat(item: object) -> dict:
    """A record with what it has under `data` (Cytoscape) or `attributes` (sigma) beside the rest."""
    if not isinstance(item, dict):
        return {}
    nested = ("data", "attributes", "metadata")
    inner = next((item[key] for key in nested if isinstance(item.get(key), dict)), {})
    return {**item, **inner} if inner else item


def _ends(link: Mapping[str, Any]) -> tuple | None:
    pair = next((pair for pair in _ENDS if pair[0] in link and pair[1] in link), None)
    return (link[pair[0]], link[pair[1]]) if pair else None


def _end(end: object) -> object:
    """An end of a link; d3 replaces ids by whole nodes while it draws."""
    if isinstance(end, dict):
        return next((end[key] for key in _IDS if key in end), None)
    return end
