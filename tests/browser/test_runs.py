"""Runs in a browser: a fork beside its parent, one node's loss, and nodes that were hidden in training."""

import re

QUICK = {"train.epochs": 12, "train.width": 8, "train.evaluate_every": 3, "train.snapshots": 3}


def test_a_run_is_forked_and_taken_apart(visitor):
    page = visitor.open("train", dataset="karate", **QUICK)
    page.get_by_role("button", name="Start").click()
    visitor.complete(words="Validation micro-F1 is best at epoch")
    visitor.trained()
    page.get_by_text("Fork this run").click()
    form = page.get_by_test_id("stExpander").filter(has_text="Fork this run")
    form.get_by_label("Temperature τ", exact=True).fill("0.7")
    form.get_by_label("Temperature τ", exact=True).press("Enter")
    visitor.complete(words="With τ = 0.7, from epoch")
    form.get_by_role("button", name="Fork", exact=True).click()
    visitor.complete(words="The drawn runs side by side")
    visitor.complete(words="Forked from N2N-TAPS-1 (JL)")
    visitor.trained()
    # The browser may have runs of that name already, so this one may be called "N2N-TAPS-1 (JL) #2".
    assert re.search(r"forked from N2N-TAPS-1 \(JL\)( #\d+)? at epoch", visitor.text())
    assert visitor.query.count("run=") == 2
    visitor.drawn()
    page.get_by_text("One node's loss").click()
    visitor.complete(words="hardest negatives account for")
    visitor.drawn()
    assert re.search(r"Node \d+ after epoch", visitor.text())


def test_hidden_nodes_are_predicted(visitor):
    page = visitor.open("cold_start", dataset="karate", **{"cold.methods": "GCN"})
    page.get_by_role("button", name="Hide and train").click()
    visitor.complete(words="7 of 34 nodes hidden with 31 edges")
    visitor.drawn()
    assert len(visitor.charts) == 2
    assert "With the edges restored GCN reaches" in visitor.text()


def test_what_is_typed_just_before_the_click_counts(visitor):
    page = visitor.open("train", dataset="karate", **QUICK | {"train.epochs": 40})
    page.get_by_label("Epochs", exact=True).fill("7")
    page.get_by_role("button", name="Start", exact=True).click()
    visitor.trained()
    visitor.complete(words="7 epochs")
    assert "40 epochs" not in visitor.text()


def test_an_impossible_value_starts_nothing(visitor):
    page = visitor.open("train", dataset="karate", **QUICK)
    page.get_by_text("Loss", exact=True).click()
    start = page.get_by_role("button", name="Start", exact=True)
    page.get_by_label("Temperature τ", exact=True).fill("-3")
    start.click()
    visitor.complete(words="Temperature τ must be")
    assert start.is_disabled()
    assert "run=" not in visitor.query


def test_the_same_visitor_in_another_tab_and_after_a_reload(visitor):
    page = visitor.open("train", dataset="karate", **QUICK)
    page.get_by_role("button", name="Start", exact=True).click()
    visitor.trained()
    [cookie] = [one for one in visitor.context.cookies() if one["name"] == "n2n_visitor"]
    assert cookie["httpOnly"]
    assert "n2n_visitor" not in page.evaluate("document.cookie")
    page.goto(f"{visitor.address}/train?dataset=karate")
    visitor.complete(words="N2N-TAPS-1 (JL)")
    tab = visitor.context.new_page()
    tab.goto(f"{visitor.address}/train?dataset=karate")
    tab.get_by_test_id("stMain").get_by_role("checkbox", name="N2N-TAPS-1 (JL)").wait_for(state="attached")
    tab.close()
