"""Text from an address, a file, a graph, a run or an exception is never Markdown, HTML or LaTeX on a page."""

import json
import re
from itertools import cycle

import numpy as np
import pytest

import n2n
from n2n.files.assets import home_folder
from n2n.plots import theme
from n2n.training.fit import fit
from n2n.training.run import Run, facts_of
from tests.pages.app import kept_run, open_page, own_graph

PAYLOADS = (
    "[x](https://evil.example)",
    "<img src=x onerror=alert(1)>",
    ":red[x] :material/home:",
    "$x$ **b** `c`",
    "https://evil.example",
    "x\n===\n\n# y",
    "www.evil.example",
)
# What the signs would become: before a backslash is taken away, and after it.
LIVE = re.compile(r"\]\(|<img|:red\[x|:material/home|\$x\$|\*\*b\*\*|`c`|\n# y|\n===")
LINKED = re.compile(r"https?://evil|www\.evil|:material/home:", re.IGNORECASE)
# Fields that a browser shows as they are, or does not show at all.
PLAIN = {
    ("Selectbox", "options"),
    ("MultiSelect", "options"),
    ("Code", "code_text"),
    *((kind, "placeholder") for kind in ("Selectbox", "MultiSelect", "TextInput")),
    *(
        (kind, field)
        for kind in ("Selectbox", "TextInput", "MultiSelect")
        for field in ("raw_value", "value")
    ),
    *((kind, "default") for kind in ("TextInput", "Selectbox", "MultiSelect")),
}
HIDDEN = {"id", "form_id", "url", "alt", "query_param_key", "file_name", "data", "editing_mode", "config"}
ADDRESS = re.findall(
    r"\S+",
    """
present lesson step dataset run node k seed neighbour view colour map.edges.all depth hub positives
show places subgraph least most classes purity bars draws edits train.method train.k train.tau
train.framework recipe runview panels left right layout space shipped nodes methods also everything
protocol seeds epochs printed comparison time cold.split cold.seeds cold.methods hidden of graphs
verdict per selection probe lens.split ledger pictures
""",
)
VIEWS = [
    ("start", {}),
    *(("graph", {"view": view}) for view in ("Map", "Neighbourhood", "Numbers")),
    ("taps", {}),
    *(("subgraphs", {"show": view}) for view in ("Map", "Gallery", "Table", "Sizes", "Effect of k")),
    *(("smoothness", {"bars": view}) for view in ("Per sampled pair", "By class")),
    ("what_if", {"edits": "c0-1"}),
    *(("train", {"runview": view}) for view in ("Curves and embedding", "One node's loss")),
    *(("embeddings", {"panels": view, "layout": "PCA"}) for view in ("Side by side", "Neighbourhood change")),
    *(
        ("compare", {"comparison": view})
        for view in ("Accuracy and time", "Curves", "Embeddings", "Splits", "Cold start")
    ),
    ("reproduction", {}),
    ("your_data", {}),
    ("export", {}),
]


def strings(message):
    """(kind of message, field, text) of every text in an element of a page."""
    for field, value in message.ListFields():
        for one in [value] if isinstance(value, str) or hasattr(value, "ListFields") else _listed(value):
            if hasattr(one, "ListFields"):
                yield from strings(one)
            elif isinstance(one, str):
                yield message.DESCRIPTOR.name, field.name, one


def _listed(value) -> list:
    return list(value) if hasattr(value, "__iter__") and not isinstance(value, bytes) else []


def live_text(app) -> list[tuple]:
    """The texts of a page in which a payload would be more than text."""
    found = []
    for node in [*app.main, *app.sidebar]:
        if node.proto is None:
            continue
        for kind, field, text in strings(node.proto):
            if (kind, field) in PLAIN or field in HIDDEN or kind == "PandasStyler":
                continue
            if kind == "PlotlyChart":
                texts = json.dumps(json.loads(text)) if field == "spec" else ""
                bad = re.search(r"<img|<a ", texts)
            elif kind in ("Html", "BidiComponent", "IFrame"):
                bad = re.search(r"<img src=x|<a href", text)
            else:
                bad = LIVE.search(re.sub(r"\\.", "", text)) or LINKED.search(text.replace("\\", ""))
            if bad:
                found.append((kind, field, text[max(bad.start() - 60, 0) :][:160]))
    return found


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize("page", sorted({page for page, _ in VIEWS}))
def test_nothing_in_an_address_is_more_than_text(page, first):
    payloads = cycle(PAYLOADS)
    for _ in range(first):
        next(payloads)
    assert live_text(open_page(page, **{key: next(payloads) for key in ADDRESS})) == []


@pytest.mark.parametrize("payload", PAYLOADS)
def test_the_messages_about_an_address_show_it_as_it_is(payload):
    shown = " ".join(one.value for one in open_page("learn", lesson=payload, dataset=payload).warning)
    assert repr(payload)[1:12] in re.sub(r"\\(.)", r"\1", shown).replace("\u2060", "")
    assert live_text(open_page("start", dataset=f"own-1-{payload}")) == []


@pytest.fixture(scope="module")
def hostile():
    """A graph whose names are hostile, and a run on it."""
    karate = n2n.load("karate")
    names = tuple(f"{payload} {node}" for node, payload in zip(range(34), cycle(PAYLOADS), strict=False))
    graph = karate.replace(
        name=PAYLOADS[0],
        node_names=np.array(names),
        class_names=(PAYLOADS[1], PAYLOADS[2]),
        provenance=PAYLOADS[4],
    )
    settings = n2n.Settings(width=8, epochs=4, evaluate_every=2, snapshots=2)
    return graph, fit(graph, settings).to_bytes()


@pytest.fixture
def visit(hostile, home):
    """Opens a page for the visitor who has this graph, its run, and runs that failed or were stopped."""
    graph, content = hostile
    key = own_graph(graph, files=(PAYLOADS[0],), notes=PAYLOADS)
    kept_run(Run.from_bytes(content), id="first", dataset=key, name=PAYLOADS[3])
    kept_run(Run.from_bytes(content), id="other", dataset=PAYLOADS[0], name=PAYLOADS[2])
    for id, name in (("failed", PAYLOADS[0]), ("stopped", PAYLOADS[4])):
        run = Run(n2n.Settings(), graph.name, graph_facts=facts_of(graph))
        kept_run(run, id=id, dataset=key, name=name)
        Run.open(home_folder() / "runs" / id).end(id, "; ".join(PAYLOADS))

    def open_one(page: str, which: str = "first", **address):
        return open_page(page, dataset=key, run=which, **address)

    return open_one


@pytest.mark.parametrize(("page", "address"), VIEWS)
def test_nothing_in_a_graph_or_a_run_is_more_than_text(visit, page, address):
    assert live_text(visit(page, **address)) == []


@pytest.mark.parametrize("which", ["failed", "stopped", "other"])
@pytest.mark.parametrize("page", ["train", "compare", "embeddings"])
def test_no_cause_and_no_dataset_of_a_run_is_more_than_text(visit, page, which):
    assert live_text(visit(page, which=which)) == []


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_figure_shows_a_name_as_it_is(payload):
    shown = theme.plain(payload)
    assert not re.search("<[a-z]", shown)
    assert shown.replace("&lt;", "<").replace("&gt;", ">") == payload
