from n2n.files.assets import ASSETS


def test_what_ships_with_the_program_is_there():
    assert {"datasets", "layouts"} <= {path.name for path in ASSETS.iterdir()}
