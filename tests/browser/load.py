"""Ten visitors at once: `python -m tests.browser.load`; one trains, one brings garbage, eight browse.

Every visitor is a browser context of its own on a freshly started app, and each brings a graph with a secret
of its own in it. The script prints how long pages took and fails where a visitor could see another's secret,
or a page did not answer. It ends after a fixed number of rounds and talks to this machine only.
"""

import argparse
import asyncio
import random
import statistics
import sys
import time

from playwright.async_api import Browser, Page, async_playwright

from tests.browser.server import ARGUMENTS, app, chromium

PAGES = ("graph", "taps", "subgraphs", "smoothness", "export", "train", "your_data", "")
PATIENCE = 60_000
# What tells that a page has answered. A run of its script can be too short to be seen, so each of these looks
# at what the run must have put on the page.
_OPEN = """before => {
    const heading = document.querySelector('[data-testid="stMain"] h2');
    return heading && heading.innerText !== before && !document.querySelector('[data-stale="true"]')
}"""
_SAYS = """words => {
    const main = document.querySelector('[data-testid="stMain"]');
    return main && (words.some(word => main.innerText.includes(word))
        || main.querySelector('[data-testid="stAlertContentError"]'))
}"""
_TRAINS = """() => [...document.querySelectorAll('[data-testid="stMain"] button')].some(
    button => button.innerText.includes('Stop') && !button.disabled)"""
ANSWERS = {
    "Read the graph": (_SAYS, ["Use this graph"]),
    "Use this graph": (_SAYS, ["Chosen in the sidebar"]),
    "Start": (_TRAINS, None),
}


class Visitor:
    """One of the visitors: a page, a secret, and the times that it waited."""

    def __init__(self, number: int, page: Page, address: str):
        self.number, self.page, self.address = number, page, address
        self.secret = f"secret{number}x{random.Random(number).getrandbits(40):x}"
        self.times: list[tuple[str, float]] = []
        self.problems: list[str] = []

    async def open(self, path: str) -> None:
        """Go to a page by the sidebar's link, or by its address the first time."""
        if path and self.page.url.partition("?")[0] == f"{self.address}/{path}":
            return  # a click on the page that is open changes nothing
        link = self.page.locator(f'[data-testid="stSidebarNav"] a[href$="/{path}"]').first
        if await link.count():
            before = await self.page.locator('[data-testid="stMain"] h2').first.inner_text()
            await self._timed(path or "start", link.click(), _OPEN, before)
        else:
            await self.goto(path)

    async def goto(self, path: str) -> None:
        """Go to a page by its address."""
        going = self.page.goto(f"{self.address}/{path}", timeout=PATIENCE, wait_until="commit")
        await self._timed(f"{path or 'start'}, anew", going, _OPEN, "")

    async def _timed(self, what: str, action, ready: str, known=None) -> None:
        """Do something, wait until the page has answered, and note how long that took."""
        start = time.perf_counter()
        try:
            await action
            await self.page.wait_for_function(ready, arg=known, timeout=PATIENCE, polling=100)
            self.times.append((what, time.perf_counter() - start))
        except Exception as error:
            self.problems.append(f"{what} did not answer: {type(error).__name__}")

    async def bring(self, name: str, data: bytes) -> None:
        """Upload a file on the page Your data."""
        file = {"name": name, "mimeType": "text/plain", "buffer": data}
        field = self.page.get_by_test_id("stFileUploader").locator("input")
        await self._timed("upload", field.set_input_files([file]), _SAYS, ["Read the graph"])

    async def press(self, label: str) -> None:
        """Press a button that the page has."""
        button = self.page.get_by_role("button", name=label, exact=True).first
        await self._timed(label, button.click(), *ANSWERS[label])

    async def own_graph(self) -> None:
        """Bring a ring of nodes that bear the secret."""
        names = [f"{self.secret}n{i}" for i in range(40)]
        lines = [f"{a},{b}" for a, b in zip(names, names[1:] + names[:1], strict=True)]
        await self.open("your_data")
        await self.bring(f"{self.secret}.csv", "\n".join(lines).encode())
        await self.press("Read the graph")
        await self.press("Use this graph")

    async def look(self, others: list["Visitor"]) -> None:
        """What is on the page, in all its frames, and in the list of datasets."""
        texts = [await frame.content() for frame in self.page.frames]
        for other in others:
            if other is not self and any(other.secret in text for text in texts):
                self.problems.append(f"saw the secret of visitor {other.number}")


async def browse(visitor: Visitor, everyone: list[Visitor], rounds: int) -> None:
    """Look at one's own graph on all pages."""
    await visitor.own_graph()
    print(f"visitor {visitor.number} has brought a graph", flush=True)
    for turn in range(rounds):
        await visitor.open(PAGES[(turn + visitor.number) % len(PAGES)])
        await visitor.look(everyone)


async def train(visitor: Visitor, everyone: list[Visitor], rounds: int) -> None:
    """Train again and again on Cora."""
    await visitor.open("train")
    for _ in range(max(rounds // 4, 1)):
        await visitor.press("Start")
        await visitor.page.wait_for_timeout(4000)
        await visitor.look(everyone)


async def garbage(visitor: Visitor, everyone: list[Visitor], rounds: int) -> None:
    """Bring one bad file after the other."""
    from tests.io.corpus import bad_files

    cases = [files for _, files in bad_files()]
    random.Random(0).shuffle(cases)
    await visitor.open("your_data")
    for files in cases[: 2 * rounds]:
        name, data = next(iter(files.items()))
        await visitor.bring(name.rpartition("/")[2], data)
        if await visitor.page.get_by_role("button", name="Read the graph").count():
            await visitor.press("Read the graph")
        if await visitor.page.get_by_test_id("stException").count():
            visitor.problems.append(f"an exception on {name}")
        await visitor.look(everyone)
        await visitor.goto("your_data")


async def visit(address: str, browser: Browser, count: int, rounds: int) -> list[Visitor]:
    """All visitors at the same time."""
    everyone = []
    for number in range(count):
        context = await browser.new_context(viewport={"width": 1280, "height": 800})
        page = await context.new_page()
        everyone.append(Visitor(number, page, address))
        await everyone[-1].open("")  # they come in one after the other, and stay
    roles = [train, garbage] + [browse] * (count - 2)
    work = [role(visitor, everyone, rounds) for role, visitor in zip(roles, everyone, strict=True)]
    done = await asyncio.gather(*work, return_exceptions=True)
    for visitor, outcome in zip(everyone, done, strict=True):
        if isinstance(outcome, Exception):
            visitor.problems.append(f"{type(outcome).__name__}: {str(outcome)[:200]}")
    return everyone


def report(everyone: list[Visitor]) -> bool:
    """Print the times by page, and what went wrong; whether all went well."""
    times: dict[str, list[float]] = {}
    for visitor in everyone:
        for what, seconds in visitor.times:
            times.setdefault(what, []).append(seconds)
    print(f"{'page':16} {'visits':>7} {'median s':>9} {'slowest s':>10}")
    for what, seconds in sorted(times.items()):
        print(f"{what:16} {len(seconds):7} {statistics.median(seconds):9.2f} {max(seconds):10.2f}")
    problems = [f"visitor {v.number}: {problem}" for v in everyone for problem in v.problems]
    print(*problems or ["Every page answered, and nobody saw anything of anybody else."], sep="\n")
    return not problems


async def main() -> int:
    """Start the app, let the visitors in, report."""
    parser = argparse.ArgumentParser(description="Ten visitors of the app at once.")
    parser.add_argument("--visitors", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=8)
    chosen = parser.parse_args()
    with app() as address:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
            everyone = await visit(address, browser, chosen.visitors, chosen.rounds)
            good = report(everyone)
            await browser.close()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
