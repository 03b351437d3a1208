"""Settings declare themselves and refuse what they do not allow."""

import dataclasses

import pytest

from n2n.methods.n2n.settings import Settings


def test_every_setting_has_label_help_and_a_range():
    for name, spec in Settings.specs().items():
        assert spec.label, name
        assert spec.help.endswith("."), name
        assert spec.range, name


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tau", 0),
        ("tau", float("nan")),
        ("tau", "5"),
        ("alpha", 1.1),
        ("k", 0),
        ("k", 1.5),
        ("k", True),
        ("k", "some"),
        ("framework", "SSL"),
        ("include_self", 1),
        ("epochs", 0),
        ("seed", -1),
        ("dropout", 1.0),
    ],
)
def test_a_value_outside_names_field_and_range(name, value):
    with pytest.raises(ValueError, match=rf"^{name} is .*: expected ") as caught:
        Settings(**{name: value})
    assert Settings.specs()[name].range.removeprefix("a number") in str(caught.value)


def test_every_numeric_bound_is_allowed_and_one_beyond_is_not():
    for name, spec in Settings.specs().items():
        if spec.low is None:
            continue
        whole = isinstance(getattr(Settings(), name), int)
        for bound, beyond in ((spec.low, -1), (spec.high, 1)):
            good = int(bound) if whole else float(bound)
            assert getattr(Settings(**{name: good}), name) == good
            with pytest.raises(ValueError, match=name):
                Settings(**{name: good + beyond})


def test_settings_are_frozen_and_round_trip():
    settings = Settings(k="all", tau=2.0, include_self=True)
    with pytest.raises(dataclasses.FrozenInstanceError):
        settings.tau = 1.0
    assert Settings.from_dict(settings.to_dict()) == settings
    assert hash(settings) == hash(settings.replace())


def test_an_unknown_setting_is_refused_by_name():
    with pytest.raises(ValueError, match="no setting 'temperature'"):
        Settings().replace(temperature=1)


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"k": 1}, "N2N-TAPS-1 (JL)"),
        ({"k": 5, "framework": "URL"}, "N2N-TAPS-5 (URL)"),
        ({"k": "all"}, "N2N (JL)"),
        ({"k": 1, "sampler": "random"}, "N2N-Random-1 (JL)"),
        ({"alpha": 0}, "MLP"),
        ({"framework": "PT&FT"}, "N2N-TAPS-1 (PT&FT)"),
    ],
)
def test_names_are_the_papers(changes, name):
    assert Settings(**changes).name == name
