"""The frame of a page: notices, legends, mathematics, and what a graph without labels gets."""

from streamlit.testing.v1 import AppTest

from tests.pages.app import PATIENCE


def shown(script) -> AppTest:
    app = AppTest.from_function(script, default_timeout=PATIENCE).run()
    assert not app.exception
    return app


def test_a_notice_has_two_sentences_and_the_others_below_and_leaves_empty_ones_out():
    def script():
        from pages.ui import frame

        frame.notice("One.", "", "Two.")
        frame.notice("One.", "Two.", "", "Three.", "Four.")
        frame.notice("", "")

    app = shown(script)
    assert [element.value for element in app.markdown] == 2 * ["**What to notice.** One. Two."]
    assert [element.value for element in app.caption] == ["Three. Four."]


def test_mathematics_are_formulas_and_sentences():
    def script():
        from pages.ui import frame

        frame.mathematics("A sentence.", "$x^2$")

    app = shown(script)
    assert app.expander[0].label == "The mathematics"
    assert [element.value for element in app.expander[0].markdown] == ["A sentence."]
    assert [element.value for element in app.expander[0].latex] == ["$$\nx^2\n$$"]


def test_a_page_that_needs_labels_ends_without_them():
    def script():
        import streamlit as st

        import n2n
        from pages.ui import frame

        frame.needs_labels(n2n.load("karate"))
        st.markdown("goes on")
        frame.needs_labels(n2n.Graph.from_edges([[0], [1]], x=None, num_nodes=2))
        st.markdown("never shown")

    app = shown(script)
    assert [element.value for element in app.markdown] == ["goes on"]
    assert "has no labels" in app.info[0].value


def test_named_numbers_are_metrics():
    def script():
        from pages.ui import frame

        frame.metrics({"Nodes": "34"})

    metric = shown(script).metric[0]
    assert (metric.label, metric.value) == ("Nodes", "34")
