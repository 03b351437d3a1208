"""Names of rows lead to what they name, and back."""

from n2n.paper.rows import inference_row, sampling_row, timed_row

from n2n.paper.experiments import EXPERIMENTS, sampling_settings


def test_rows_of_inference_are_those_of_table_3():
    rows = EXPERIMENTS["table3"].rows
    methods = {timed_row(row)[0] for row in rows}
    assert set(rows) == methods | {inference_row(name) for name, inferred in map(timed_row, rows) if inferred}
    assert any(timed_row(row)[1] for row in rows)


def test_rows_of_figures_say_how_neighbours_are_sampled():
    assert {"TAPS-1", "Random-5", "All"} <= set(EXPERIMENTS["fig4"].rows)
    for row in EXPERIMENTS["fig4"].rows:
        settings = sampling_settings(row, "cora")
        assert sampling_row(settings.sampler, settings.k) == row
