"""Small models to be asked about edited graphs: tuned settings, but narrow and short."""

import n2n
from pages.session.models import MODELS, is_ready, settings_of


def test_a_small_model_is_the_tuned_one_made_small():
    small = {name: settings_of("cora", name) for name in MODELS}
    assert [settings.epochs for settings in small.values()] == [60, 60]
    whole = {
        "N2N-TAPS-1": n2n.Settings.for_dataset("cora", "JL"),
        "GCN": n2n.BaselineSettings.for_dataset("cora", "GCN"),
    }
    for name, settings in small.items():
        assert settings.width < whole[name].width
        changed = {
            field for field, value in settings.to_dict().items() if value != whole[name].to_dict()[field]
        }
        assert changed <= {"width", "epochs", "evaluate_every", "patience"}


def test_no_model_is_ready_before_it_was_trained():
    assert not is_ready("citeseer", "GCN", n2n.Edits())
