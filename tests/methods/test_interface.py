"""What every method is to the trainer."""

from n2n.methods.interface import Work


def test_work_is_multiplied_but_its_memory_is_not():
    assert Work(1, 2, 3, 4, 5, "exact", ("less",)).times(2) == Work(2, 4, 6, 8, 5, "exact", ("less",))
