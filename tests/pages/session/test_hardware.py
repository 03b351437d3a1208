"""What this computer can do: known once it has been measured, and a sentence where a run is not possible."""

import n2n
from pages.session.hardware import Hardware, device, problem


def test_measuring_makes_it_ready():
    found = Hardware()
    assert not found.ready
    found.measure()
    assert found.ready


def test_a_run_that_is_not_possible_is_a_sentence():
    karate = n2n.load("karate")
    assert problem(karate, n2n.Settings(width=8)) == ""
    assert "no public split" in problem(karate, n2n.Settings(width=8, split="public"))
    assert "no public split" in problem(karate, n2n.RivalSettings("GCN", width=8, split="public"))


def test_the_cpu_is_named_where_it_is_asked_for():
    assert device(n2n.Settings(device="cpu")) == device(n2n.RivalSettings("GCN")) == "CPU"
