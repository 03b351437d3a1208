"""A graph that a visitor brought, with all that is known about it."""

import numpy as np

from n2n.reading import Columns
from pages.session.own_graph import OwnGraph
from tests.graphs import planted


def test_what_is_written_to_a_folder_is_what_is_opened(tmp_path):
    columns = {"plan.csv": Columns(features=(2, 3))}
    about = {
        "files": ("plan.csv",),
        "columns": columns,
        "features": "degree",
        "name": "plan",
        "notes": ("a",),
    }
    own = OwnGraph.of("own-1-plan", planted(60), **about)
    own.save(tmp_path / "own")
    again = OwnGraph.open(tmp_path / "own")
    assert {name: getattr(again, name) for name in about} == about
    assert (again.info.key, again.info.nodes, again.code) == ("own-1-plan", 60, own.code)
    assert again.info.route.load(again.info, None) is again.graph
    np.testing.assert_array_equal(again.graph.indices, own.graph.indices)
