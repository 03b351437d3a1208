"""The view Neighbourhood change of the page Embeddings."""

import n2n
from n2n.embedding.change import neighbourhood_change
from pages.session import runs
from pages.ui.neighbourhood_change import VIEW
from tests.pages.app import open_page, texts
from tests.pages.test_embeddings import button, wait

CHANGE = {"dataset": "karate", "panels": VIEW}


def test_without_a_run_there_is_nothing_to_compare_but_a_button():
    app = open_page("embeddings", **CHANGE)
    assert "not yet two embeddings" in app.info[0].value
    assert button(app, "Train now")


def test_the_list_and_the_two_lists_of_ten(own_workers):
    app = open_page("embeddings", **CHANGE)
    button(app, "Train now").click().run()
    # The features of the club are the numbers of its nodes: with these there is nothing to compare.
    wait(app, lambda app: app.info and "no node resembles any other" in app.info[0].value)
    options = app.selectbox(key="from").options
    first_epoch = options[2]
    assert first_epoch.endswith(", epoch 1")
    app.selectbox(key="from").select(first_epoch).run()
    wait(app, lambda app: len(app.dataframe))
    graph, run = n2n.load("karate"), runs.table().get(app.session_state["runs"][0])
    found = neighbourhood_change(run.snapshots[1], run.embeddings)
    table = app.dataframe[0].value
    assert table["node"].tolist() == found.nodes[found.most_changed()].tolist()
    assert table["kept"].is_monotonic_increasing
    shares = zip(*(share[found.most_changed()] for share in found.graph_share(graph)), strict=True)
    assert table["neighbours"].tolist() == [f"{was:.0%} → {now:.0%}" for was, now in shares]
    first = int(table["node"][0])
    assert f"Node {first}," in texts(app)
    assert "are kept on average" in texts(app)
    lists = [part.proto.body for part in app.get("html") if "class='nearest'" in part.proto.body]
    assert [body.count("<li>") for body in lists] == [10, 10]
    near = set(graph.neighbours(first).tolist())
    row = found.row(first)
    assert [body.count("· neighbour") for body in lists] == [
        sum(int(j) in near for j in side[row]) for side in (found.before, found.after)
    ]
    app.selectbox(key="from").select(options[1]).run()
    assert "Choose two different embeddings" in app.info[0].value


def test_it_is_a_colour_of_every_map(own_workers):
    app = open_page("embeddings", **CHANGE)
    button(app, "Train now").click().run()
    wait(app, lambda app: app.info and "no node resembles any other" in app.info[0].value)
    options = app.selectbox(key="from").options
    app.selectbox(key="from").select(options[2]).run()
    app.selectbox(key="to").select(options[1]).run()
    for page in ("graph", "subgraphs", "embeddings"):
        app.switch_page(f"{page}.py")
        app.run()
        if page == "embeddings":
            app.radio(key="panels").set_value("Side by side").run()
        app.selectbox(key="colour").select("Neighbourhood change").run()
        wait(app, lambda app: any("compares any two" in caption.value for caption in app.caption))
        assert any("the larger the neighbourhood change" in caption.value for caption in app.caption), page
