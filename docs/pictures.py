"""The pictures of the README: `python docs/pictures.py` starts the app and takes them."""

import io
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
SIZE = {"width": 1100, "height": 760}
LARGE = {"width": 1440, "height": 1000}


def main() -> None:
    """Start the app, take all pictures, end it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = [f"--server.port={port}", "--server.headless=true"]
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "streamlit", "run", "app.py", *options]
        app = subprocess.Popen(command, cwd=HERE.parent, env=os.environ | {"N2N_HOME": home})
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(f"{address}/_stcore/health")
            with sync_playwright() as playwright:
                path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
                browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
                start(browser.new_page(viewport=SIZE, color_scheme="light"), address)
                taps(browser.new_page(viewport=LARGE, color_scheme="light"), address)
                train(browser.new_page(viewport=LARGE, color_scheme="dark"), address)
                browser.close()
        finally:
            app.terminate()
            app.wait()


def wait_for(url: str) -> None:
    """Until the app answers."""
    for _ in range(300):
        try:
            urllib.request.urlopen(url)
            return
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(url)


def start(page: Page, address: str) -> None:
    """Fewer and fewer neighbours on Start, then wrong edges: an animation."""
    page.goto(address)
    slider = page.get_by_role("slider", name="Neighbours kept")
    slider.wait_for()
    page.get_by_text("Random").first.wait_for()
    page.wait_for_timeout(6000)
    frames = []

    def take() -> None:
        page.wait_for_timeout(2000)
        frames.append(image(page))

    slider.press("Home")
    take()
    for _ in range(5):
        slider.press("ArrowRight")
        take()
    for name in ("50", "100", "Random", "TAPS"):
        page.get_by_role("radio", name=name, exact=True).click()
        take()
    frames[0].save(
        HERE / "pictures" / "start.webp",
        save_all=True,
        append_images=frames[1:],
        duration=[1200] * (len(frames) - 1) + [2500],
        loop=0,
        quality=70,
    )


def taps(page: Page, address: str) -> None:
    """Why TAPS takes this neighbour."""
    page.goto(f"{address}/taps?dataset=cora&node=306&k=3")
    page.wait_for_timeout(9000)
    image(page).save(HERE / "pictures" / "taps.webp", quality=80)


def train(page: Page, address: str) -> None:
    """A run that has ended."""
    page.goto(f"{address}/train?dataset=cora")
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_text("Validation micro-F1 is best at epoch").first.wait_for(timeout=120_000)
    page.wait_for_timeout(3000)
    image(page).save(HERE / "pictures" / "train.webp", quality=80)


def image(page: Page) -> Image.Image:
    """What the page shows now."""
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    shot.thumbnail((SIZE["width"], SIZE["width"]))
    return shot


if __name__ == "__main__":
    main()
