"""The compiled choice of neighbours; that it is what sorting gives is in `test_ranking`."""

import n2n
from n2n.taps.common_neighbours import _count
from n2n.taps.dependency import _dependency
from n2n.taps.kernels import choose_rows, count_pairs
from n2n.taps.ranking import rank


def test_a_graph_on_disk_is_ranked_by_the_kernels_of_one_in_memory(tmp_path):
    """Mapped arrays are read-only, and `indptr` has 64 bits there: nothing is compiled again for that."""
    kernels = _count, _dependency, choose_rows, count_pairs
    karate = n2n.load("karate")
    karate.save(tmp_path / "g")

    def ranked(graph):
        best = rank(graph).top(2)
        return best.indices.tolist(), best.num_alone, n2n.label_smoothness(graph, best)

    wanted = ranked(karate)
    before = [kernel.compiled().signatures for kernel in kernels]
    assert all(before)
    assert ranked(n2n.open_graph(tmp_path / "g")) == wanted
    assert [kernel.compiled().signatures for kernel in kernels] == before
