"""Make the maps that ship with the program: one small file per graph.

    python -m assets.map.make [--out FOLDER] [cora ...]

Positions are stored in hundredths, as 16-bit numbers; small graphs have the positives of TAPS beside them.
"""

import argparse
from pathlib import Path

import numpy as np

import n2n
from n2n.files import tensors
from n2n.taps.map import FORMAT, POSITIVES, STEP

HERE = Path(__file__).parent
DATASETS = ("karate", "cora", "citeseer", "pubmed", "photo", "cs", "physics")
# Subgraphs of TAPS are in the file of a graph with at most this many nodes.
MAX_SUBGRAPHS = 5_000


def make_map(key: str, graph: n2n.Graph, folder: Path = HERE) -> Path:
    """Compute and store the map of a graph."""
    whole = n2n.map_positions(n2n.all_neighbours(graph))
    arrays, chosen = {"whole": whole}, {}
    if graph.num_nodes <= MAX_SUBGRAPHS:
        ranking = n2n.rank(graph)
        arrays |= {f"top-{k}": n2n.map_positions(ranking.top(k), near=whole) for k in POSITIVES}
        chosen = {"positives": ranking.top(POSITIVES[-1]).indices.astype(np.int16)}
    stored = chosen | {name: (p / STEP).round().astype(np.int16) for name, p in arrays.items()}
    path = folder / f"{key}.safetensors"
    tensors.write_bytes(path, tensors.to_bytes(FORMAT, stored, {"graph": graph.name}))
    return path


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("datasets", nargs="*", default=DATASETS)
    parser.add_argument("--out", type=Path, default=HERE)
    arguments = parser.parse_args()
    for key in arguments.datasets:
        path = make_map(key, n2n.load(key), arguments.out)
        print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
