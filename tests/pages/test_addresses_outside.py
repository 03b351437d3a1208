"""Nothing of the app refers to another machine."""

import re
import tomllib
from pathlib import Path

from n2n.plots import theme

ROOT = Path(__file__).parents[2]
# The name of a language, which looks like an address and is never fetched.
SVG = "http://www.w3.org/2000/svg"


def test_the_code_of_the_app_names_no_address():
    for path in [
        *(ROOT / "pages").rglob("*.py"),
        *(ROOT / "n2n" / "plots").glob("*.py"),
    ]:
        text = path.read_text(encoding="utf-8").replace(SVG, "")
        assert not re.findall(r"https?://[^\s\"')]+", text), path.name


def test_the_page_icon_is_a_file_of_the_app():
    # A named icon would be fetched from another machine by the browser.
    assert 'page_icon=ASSETS / "icon.png"' in (ROOT / "pages" / "explorer.py").read_text(encoding="utf-8")


def test_the_theme_of_the_app_is_that_of_the_figures():
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
    assert config["light"]["primaryColor"] == theme.ACCENT
    for name in ("light", "dark"):
        tone = theme.mode(name == "dark")
        assert config[name]["backgroundColor"] == tone["paper"]
        assert config[name]["secondaryBackgroundColor"] == tone["panel"]
        assert config[name]["textColor"] == tone["ink"]
