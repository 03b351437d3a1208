"""A graph that a visitor brought, with all that is known about it."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import n2n
from n2n.compute.cache import BoundedCache
from n2n.files.atomic import whole_file
from n2n.graph.info import DatasetInfo
from n2n.io.readers import Columns
from n2n.io.writers.code import loading_lines

RESULTS = 40
"""Results that are kept with each graph."""
ABOUT = "own.json"


@dataclass(frozen=True)
class SessionRoute:
    """The way to a graph that is held in a session."""

    graph: n2n.Graph
    offline = True

    def load(self, info: DatasetInfo, progress: Any) -> n2n.Graph:
        """The graph itself."""
        return self.graph


@dataclass(eq=False)
class OwnGraph:
    """A graph that a visitor brought."""

    info: DatasetInfo
    files: tuple[str, ...]
    columns: Mapping[str, Columns]
    """Corrections of the guess."""
    features: str | None
    """How its features were made."""
    name: str | None = None
    """The name that the visitor typed."""
    notes: tuple[str, ...] = ()
    """What its files were taken for, and what is suspicious about them."""
    results: BoundedCache = field(default_factory=lambda: BoundedCache(RESULTS))
    """What was computed from it."""

    @classmethod
    def of(cls, key: str, graph: n2n.Graph, **about: Any) -> "OwnGraph":
        """A graph with all that is known about it; `about` has the other fields."""
        info = DatasetInfo(
            key=key,
            title=graph.name,
            kind="your own",
            nodes=graph.num_nodes,
            edges=graph.num_edges,
            published_edges=graph.num_edges,
            features=graph.num_features,
            classes=graph.num_classes,
            description="Your own graph. It stays until you remove it, or for an hour after you have left.",
            source=graph.provenance,
            licence="yours",
            route=SessionRoute(graph),
        )
        return cls(info, **about)

    def save(self, folder: Path) -> None:
        """Write the graph and what is known about it to a folder that is not there yet."""
        self.graph.save(folder)
        about = {
            "key": self.info.key,
            "files": self.files,
            "columns": {file: asdict(columns) for file, columns in self.columns.items()},
            "features": self.features,
            "name": self.name,
            "notes": self.notes,
        }
        with whole_file(folder / ABOUT) as part:
            part.write_text(json.dumps(about), encoding="utf-8")

    @classmethod
    def open(cls, folder: Path) -> "OwnGraph":
        """The inverse of `save`; ValueError or OSError where the folder is damaged."""
        about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        columns = {
            file: Columns(**values | {"features": tuple(values["features"])})
            for file, values in about.pop("columns").items()
        }
        about |= {"files": tuple(about["files"]), "notes": tuple(about["notes"]), "columns": columns}
        return cls.of(about.pop("key"), n2n.open_graph(folder), **about)

    @property
    def graph(self) -> n2n.Graph:
        """The graph."""
        return self.info.route.graph

    @property
    def code(self) -> str:
        """The lines that read it again."""
        return loading_lines(files=self.files, columns=self.columns, features=self.features, name=self.name)
