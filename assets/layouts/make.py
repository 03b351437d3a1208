"""Make the embeddings that ship with the program: train on each bundled graph and lay out what was learned.

python -m assets.layouts.make [--out FOLDER] [cora ...]
"""

import argparse
import importlib.metadata
from dataclasses import asdict
from pathlib import Path

import numpy as np

import n2n
from n2n.embedding.projection import MAX_POINTS
from n2n.embedding.shipped import FORMAT, RUNS
from n2n.embedding.timeline import RAW, TRAINED, Timeline, pick
from n2n.files import tensors

HERE = Path(__file__).parent
DATASETS = ("karate", "cora", "citeseer", "pubmed")
# Snapshots of the first run are kept for graphs up to this many nodes: they take the most space.
MAX_ANIMATED = 5_000
FRAMES = 6


def make_layouts(key: str, graph: n2n.Graph, folder: Path = HERE, **changes) -> Path:
    """Train the runs on a graph, lay them out and write the file of the graph.

    Args:
        changes: settings that differ from the tuned ones.
    """
    arrays: dict[str, np.ndarray] = {}
    facts = {
        "dataset": key,
        "nodes": graph.num_nodes,
        "command": f"python -m assets.layouts.make {key}",
        "method": {"seed": 0, "neighbours": 15, "max_points": MAX_POINTS},
        "umap": importlib.metadata.version("umap-learn"),
        "separation": {},
        "runs": {},
    }
    lay_out(Timeline(graph), [RAW], "", arrays, facts)
    arrays["nodes"] = Timeline(graph).layout(RAW, "pca").nodes.astype(np.int32)
    for name, k in RUNS.items():
        animated = name == next(iter(RUNS)) and graph.num_nodes <= MAX_ANIMATED
        settings = n2n.Settings.for_dataset(key, "JL", k).replace(snapshots=50 if animated else 0, **changes)
        run = n2n.fit(graph, settings)
        timeline = Timeline(graph, run)
        timeline.epochs = pick(list(run.snapshots), FRAMES)
        lay_out(timeline, [*timeline.epochs, TRAINED], f"{name}.", arrays, facts)
        arrays[f"{name}.predictions"] = run.predictions.astype(np.int8)
        facts["runs"][name] = {
            "settings": settings.to_dict(),
            "note": settings.note(key),
            "scores": dict(vars(run.scores)),
            "epochs": timeline.epochs,
            "environment": run.environment,
        }
    path = folder / f"{key}.safetensors"
    tensors.write_bytes(path, tensors.to_bytes(FORMAT, arrays, facts))
    return path


def lay_out(timeline: Timeline, moments: list, prefix: str, arrays: dict, facts: dict) -> None:
    """Positions and numbers of some moments; the UMAP of a snapshot starts from that of the one before."""
    start = None
    for moment in moments:
        umap = n2n.project(timeline.vectors(moment), start=start if isinstance(moment, int) else None)
        start = umap.positions if isinstance(moment, int) else start
        # The first two principal components are the flat picture, so one array serves both.
        arrays[f"{prefix}{moment}.pca"] = small(timeline.layout(moment, "pca", 3).positions)
        arrays[f"{prefix}{moment}.umap"] = small(umap.positions)
        facts["separation"][f"{prefix}{moment}"] = asdict(timeline.separation(moment))


def small(positions: np.ndarray) -> np.ndarray:
    """Positions in half precision, scaled to fit it."""
    centred = positions - positions.mean(axis=0)
    return (10 * centred / max(float(np.abs(centred).max()), 1e-9)).astype(np.float16)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("datasets", nargs="*", default=DATASETS)
    parser.add_argument("--out", type=Path, default=HERE)
    arguments = parser.parse_args()
    for key in arguments.datasets:
        path = make_layouts(key, n2n.load(key), arguments.out)
        print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
