"""How fast an edge list is read, against pandas and networkx.

python benchmarks/reading.py --edges 1000000
"""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import networkx as nx
import numpy as np
import pandas as pd

import n2n


def by_pandas(path: Path) -> int:
    """Ids numbered in the order of their names, edges without direction, each once."""
    table = pd.read_csv(path)
    codes, ids = pd.factorize(table.to_numpy().ravel(), sort=True)
    graph = n2n.Graph.from_edges(codes.reshape(-1, 2).T, x=None, num_nodes=len(ids))
    return graph.num_edges


@click.command()
@click.option("--edges", default=200_000, show_default=True)
@click.option("--seed", default=0, show_default=True)
def main(edges: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    ends = rng.integers(0, max(edges // 5, 10), (edges, 2))
    n2n.Graph.from_edges([[0], [1]], x=None, num_nodes=2)  # compiled before anything is timed
    with TemporaryDirectory() as folder:
        path = Path(folder) / "edges.csv"
        pd.DataFrame(ends, columns=["source", "target"]).map("node{}".format).to_csv(path, index=False)
        print(f"{edges:,} lines, {path.stat().st_size / 2**20:.1f} MB")
        readers = {
            "n2n.read_graph": lambda: n2n.read_graph(path).num_edges,
            "pandas and from_edges": lambda: by_pandas(path),
            "networkx": lambda: nx.number_of_edges(nx.read_edgelist(path, delimiter=",")),
        }
        for name, read in readers.items():
            start = time.perf_counter()
            found = read()
            print(f"{name:24} {time.perf_counter() - start:6.2f} s  {found:,} edges")


if __name__ == "__main__":
    main()
