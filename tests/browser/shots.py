"""The pictures of the README, taken anew: `python -m tests.browser.shots` writes them into `assets/`."""

import io
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.server import ARGUMENTS, ROOT, app, chromium
from tests.browser.visit import Visit

# File, page, settings in the address, theme.
SHOTS = (
    ("taps", "taps", {"dataset": "cora", "node": 306, "k": 3}, "light"),
    ("subgraphs", "subgraphs", {"dataset": "cora"}, "light"),
    ("embeddings", "embeddings", {"dataset": "cora"}, "dark"),
)


def save(png: bytes, path: Path) -> int:
    """The picture without transparency, packed as small as it gets; its size in bytes."""
    Image.open(io.BytesIO(png)).convert("RGB").save(path, optimize=True)
    return path.stat().st_size


def main(folder: str | Path = ROOT / "assets") -> None:
    """Take all pictures."""
    with sync_playwright() as playwright, app() as address:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for name, page, settings, theme in SHOTS:
            visitor = Visit(browser, address)
            visitor.page.emulate_media(color_scheme=theme)
            visitor.open(page, **settings)
            visitor.page.wait_for_timeout(3000)  # a network comes to rest, a picture is laid out
            path = Path(folder) / f"screenshot-{name}.png"
            print(f"{path}  {save(visitor.page.screenshot(), path) // 1024} kB")
            visitor.close()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:2])
