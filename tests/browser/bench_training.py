"""How much a training slows down while it is watched: `python -m tests.browser.bench training`, `… live`."""

import json
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from tests.browser import social
from tests.browser.server import ARGUMENTS, app, chromium
from tests.browser.visit import Visit

ROUNDS = 3

# Pictures per second, over some seconds.
_PICTURES = """async (canvas, seconds) => {
    const map = canvas.parentElement.map, before = map.fetched;
    await new Promise(resolve => setTimeout(resolve, 1000 * seconds));
    return (map.fetched - before) / seconds;
}"""

# In the process of the app: the graph, and a thread that fits the settings of the page when a file asks.
_PREPARE = """
from tests.browser import social
social.register()

def _fit_on_demand(folder, epochs):
    import time
    while not (folder / "go").exists():
        time.sleep(0.2)
    import n2n
    from pages.ui.settings_form import RECORDED
    graph = n2n.load(social.KEY)
    settings = n2n.Settings.for_dataset(social.KEY, "JL").replace(epochs=epochs, patience=0, **RECORDED)
    ranking = n2n.rank(graph)
    while True:
        while not (folder / "go").exists():
            time.sleep(0.2)
        (folder / "go").unlink()
        start = time.perf_counter()
        n2n.fit(graph, settings, ranking)
        (folder / "took").write_text(str(time.perf_counter() - start))

if {folder!r}:
    import threading
    from pathlib import Path
    threading.Thread(target=_fit_on_demand, args=(Path({folder!r}), {epochs}), daemon=True).start()
"""


def training(epochs: str = "150", rounds: int = ROUNDS) -> None:
    """Print the times of runs whose page is open, and of `n2n.fit` in the same process, in turns."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        prepare = _PREPARE.format(folder=folder, epochs=epochs)
        with app(warm_up=False, prepare=prepare, N2N_HOME=folder) as address:
            browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
            visitor, ratios, pictures = Visit(browser, address), [], []
            print(f"{epochs} epochs on {social.NODES:,} nodes and {social.EDGES:,} edges, seconds")
            for turn in range(1 + rounds):  # the first run of a process is not one that counts
                watched, seen = _watched(visitor, epochs, Path(folder))
                visitor.page.goto("about:blank")
                alone = _alone(Path(folder))
                if turn:
                    ratios.append(watched / alone)
                    pictures.append(seen)
                    print(
                        f"page open {watched:6.2f}   n2n.fit {alone:6.2f}   ratio {ratios[-1]:5.2f}",
                        flush=True,
                    )
            browser.close()
    print(f"ratio {median(ratios):.2f} (median), {median(pictures):.1f} pictures per second")


# In the process of the app: when each epoch ended, for who asks by a file.
_CLOCK = """
from tests.browser import social
social.register()

def _tell_epochs(folder):
    import json, time
    from n2n.training.run import Run
    ended, record = [], Run.add_epoch
    def noted(self, epoch):
        record(self, epoch)
        ended.append(time.monotonic())
    Run.add_epoch = noted
    while True:
        time.sleep(0.5)
        if (folder / "ask").exists():
            (folder / "epochs").write_text(json.dumps(ended))
            (folder / "ask").unlink()

import threading
from pathlib import Path
threading.Thread(target=_tell_epochs, args=(Path({folder!r}),), daemon=True).start()
"""
_SECONDS = 5.0


def live(pairs: str = "10") -> None:
    """Print by how much a run is slower while its page, with embedding and curves, is looked at."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        with app(warm_up=False, prepare=_CLOCK.format(folder=name), N2N_HOME=name) as address:
            browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
            visitor = Visit(browser, address)
            visitor.page.emulate_media(reduced_motion="no-preference")
            visitor.page.add_init_script(
                "Object.defineProperty(document, 'hidden', {get: () => window.unseen})"
            )
            page = visitor.open("train", dataset=social.KEY, **{"train.epochs": 5000, "train.patience": 0})
            page.get_by_role("button", name="Start", exact=True).click()
            page.locator(".map canvas").wait_for()
            spans: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
            for turn in range(2 * int(pairs)):
                hidden = turn % 4 in (1, 2)  # each as often first as second
                page.evaluate("hidden => { window.unseen = hidden; }", hidden)
                time.sleep(1.0)
                began = time.monotonic()
                time.sleep(_SECONDS)
                spans[hidden].append((began, time.monotonic()))
            page.evaluate("() => { window.unseen = false; }")
            pictures = visitor.maps[0].evaluate(_PICTURES, 4)
            (folder / "ask").touch()
            while (folder / "ask").exists():
                time.sleep(0.2)
            ended = json.loads((folder / "epochs").read_text())
            browser.close()
    rates = {hidden: [_rate(ended, *span) for span in found] for hidden, found in spans.items()}
    ratios = [unseen / seen for seen, unseen in zip(rates[False], rates[True], strict=True)]
    print(f"epochs per second: {median(rates[False]):.1f} seen, {median(rates[True]):.1f} hidden")
    print(f"ratios {' '.join(f'{ratio:.2f}' for ratio in sorted(ratios))}")
    print(f"slower by {median(ratios) - 1:.1%} (median of {len(ratios)}), {pictures:.1f} pictures per second")


def _rate(ended: list[float], start: float, end: float) -> float:
    within = [moment for moment in ended if start <= moment <= end]
    return (len(within) - 1) / (within[-1] - within[0])


def _watched(visitor: Visit, epochs: str, home: Path) -> tuple[float, float]:
    """Seconds of a run that is looked at, as its record tells them, and pictures per second."""
    page = visitor.open("train", dataset=social.KEY, **{"train.epochs": epochs, "train.patience": 0})
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".map canvas").wait_for()
    page.wait_for_timeout(1500)
    pictures = visitor.maps[0].evaluate(_PICTURES, 4)
    # Seldom: to look for it takes time from the training as well.
    page.wait_for_function("() => document.querySelector('[data-testid=stPlotlyChart]')", polling=1000)
    newest = max(home.glob("**/status.json"), key=lambda path: path.stat().st_mtime)
    return json.loads(newest.read_text())["seconds"], pictures


def _alone(folder: Path) -> float:
    """Seconds of `n2n.fit` in the process of the app while nobody looks."""
    (folder / "go").touch()
    while not (folder / "took").exists():
        time.sleep(0.2)
    time.sleep(0.2)
    took = float((folder / "took").read_text())
    (folder / "took").unlink()
    return took
