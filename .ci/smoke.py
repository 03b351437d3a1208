"""Whether an installed program works at all: load, rank, train, read, write, and open every page."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from streamlit.testing.v1 import AppTest

import n2n
from n2n.files.assets import APP


def core() -> None:
    graph = n2n.load("cora")
    assert n2n.partition(n2n.rank(graph).top(1)).purity(graph.y).mean() > 0.7
    for settings in (
        n2n.Settings.for_dataset("cora", framework="JL"),
        n2n.Settings.for_dataset("cora", framework="URL"),
        n2n.BaselineSettings.for_dataset("cora", "GCN"),
    ):
        assert n2n.fit(graph, settings.replace(epochs=5)).scores.test > 0.2
    with TemporaryDirectory() as folder:
        file = Path(folder) / "edges.csv"
        file.write_text("source,target\na,b\nb,c\n")
        assert n2n.read_graph([file]).num_nodes == 3


def commands() -> None:
    for words in (["datasets"], ["train", "karate", "--epochs", "3"], ["results"]):
        subprocess.run([sys.executable, "-m", "n2n", *words], check=True)


def pages() -> None:
    sys.path.insert(0, str(APP.parent))  # as `streamlit run` does
    folder = APP.parent / "pages"
    app = AppTest.from_file(str(folder / "explorer.py"), default_timeout=300).run()
    for page in sorted(set(folder.glob("*.py")) - {folder / "explorer.py"}):
        app.switch_page(page.name).run()
        assert not app.exception, (page.name, app.exception)
        print("page", page.stem)


if __name__ == "__main__":
    core()
    commands()
    pages()
