"""How fast the app is for a visitor: `python -m benchmarks.app [rounds]`, best of some rounds.

Prints the time from a cold start to the first figure and from a click on Start to the first picture, how much
longer a run takes while its page is open than `n2n.fit` in a quiet process, how much longer a change of the
page takes while a run is in progress, and the memory of the server with its worker.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import psutil
from playwright.sync_api import sync_playwright

from n2n.training.run import Run
from tests.browser.server import Server, until
from tests.browser.visit import Visit, chromium

EPOCHS = 400
RUN = {"train.epochs": EPOCHS, "train.patience": 0}
FIT = """
import sys, time, n2n
from n2n.training.run import Run
graph, settings = n2n.load("cora"), Run.open(sys.argv[1]).settings
n2n.fit(graph, settings.replace(epochs=5))
start = time.perf_counter()
n2n.fit(graph, settings)
print(time.perf_counter() - start)
"""
PICTURES = """async ([root, seconds]) => {
    const epochs = new Set(), end = performance.now() + 1000 * seconds;
    while (performance.now() < end) {
        epochs.add(root.points.data.epochs[0]);
        await new Promise(resolve => setTimeout(resolve, 20));
    }
    return epochs.size / seconds;
}"""


def seconds(action: Callable[[], object]) -> float:
    """How long something takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def first_picture(visit: Visit) -> float:
    """Seconds from a click on Start to the first picture."""
    visit.open("train", dataset="cora", **RUN)
    visit.shows("per epoch,")
    return click(visit)


def click(visit: Visit) -> float:
    """The same for a page that is open."""

    def act() -> None:
        visit.press("Start")
        visit.page.locator(".points canvas").wait_for()
        visit.drawn()

    return seconds(act)


def change_pages(visit: Visit) -> float:
    """Seconds that a change of the page takes."""
    times = []
    for _ in range(4):
        for title in ("Graph", "TAPS, step by step"):
            times.append(seconds(lambda title=title: (visit.turn_to("Explore", title), visit.drawn())))
    return median(times[2:])


def newest(home: Path) -> Run:
    """The run that was started last."""
    return max(map(Run.open, (home / "runs").iterdir()), key=lambda run: run.created)


def measure(browser, home: Path) -> dict[str, float]:
    """All numbers, by one server."""
    found: dict[str, float] = {}
    start = time.perf_counter()
    app = Server(home)
    visit = Visit(browser, app.address)
    visit.open()
    visit.drawn()
    found["cold start to the first figure, s"] = time.perf_counter() - start
    visit.open("train", dataset="cora", **RUN)
    found["first picture by a cold worker, s"] = click(visit)
    until(lambda: newest(home).status.ended)
    found["first picture by a warm worker, s"] = first_picture(visit)
    root = visit.page.locator(".points:has(canvas)").element_handle()
    found["pictures per second"] = visit.page.evaluate(PICTURES, [root, 2.5])
    until(lambda: newest(home).status.ended)
    run = newest(home)
    server = psutil.Process(app.process.pid)
    processes = [server, *server.children(recursive=True)]
    found["memory, MB"] = sum(process.memory_info().rss for process in processes) / 1e6
    visit.leave()
    alone = float(subprocess.check_output([sys.executable, "-c", FIT, str(run.folder)]))
    found["run with its page open, s"], found["n2n.fit, s"] = run.status.seconds, alone
    found["ratio of the two"] = run.status.seconds / alone
    visit.open("graph", dataset="karate")
    quiet = change_pages(visit)
    visit.open("train", dataset="cora", **RUN | {"train.epochs": 20_000})
    visit.press("Start")
    visit.page.locator(".points canvas").wait_for()
    busy = change_pages(visit)
    found["change of the page, s"], found["ratio while a run is in progress"] = quiet, busy / quiet
    visit.context.close()
    app.stop()
    return found


def main(rounds: str = "3") -> None:
    """Print the table."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = chromium(playwright)
        rows = [measure(browser, Path(folder)) for _ in range(int(rounds))]
        browser.close()
    for name in rows[0]:
        values = [row[name] for row in rows]
        best = max(values) if name == "pictures per second" else min(values)
        print(f"{name:<36}{best:8.2f}   {'  '.join(f'{value:.2f}' for value in values)}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
