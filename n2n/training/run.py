"""A training run: its settings and history, what was learnt, and its folder where it has one.

A run in a folder can be watched from any process while another one trains it; `n2n.training.folder` lists the
files. A run in memory has the same parts. Either is packed into a single file by `save`. No pickle is
involved, and everything that is read is checked.
"""

import json
import os
import secrets
import threading
import time
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from n2n.files import tensors
from n2n.files.atomic import whole_file
from n2n.methods.base import MethodSettings
from n2n.training import folder as files
from n2n.training.folder import ARRAY, DONE, QUEUED, STOPPED, Arrays, Folder, Memory, Parts, Status
from n2n.training.fork import Fork
from n2n.training.history import Epoch, Scores
from n2n.training.picture import Picture
from n2n.training.validation import LONGEST, check_facts, check_history, check_result, must, reason

if TYPE_CHECKING:
    from n2n.compute.csr import Matrix
    from n2n.graph import Graph

FORMAT = "n2n-run-2"
LARGEST = 4 << 30
"""Bytes of a file that is loaded, at most."""


class Run:
    """A run at any moment: what it is, how far it is and, once it has ended, what it learnt.

    >>> import n2n
    >>> run = n2n.fit(n2n.load("karate"), n2n.Settings(width=8, epochs=2))
    >>> run.name, run.status.state, run.embeddings.shape
    ('N2N-TAPS-1 (JL)', 'done', (34, 8))
    """

    def __init__(
        self,
        settings: MethodSettings,
        graph_name: str,
        history: Iterable[Epoch] = (),
        *,
        name: str = "",
        dataset: str = "",
        owner: str = "",
        id: str = "",
        fork: Fork | None = None,
        graph_facts: dict[str, Any] | None = None,
        status: Status | None = None,
    ):
        from n2n import __version__

        self.settings, self.graph_name, self.fork = settings, graph_name, fork
        self.graph_facts = graph_facts or {"name": graph_name}
        """Name, sizes and fingerprint of the graph."""
        self.name = name or settings.name
        """What the run is called in a list."""
        self.dataset, self.owner = dataset, owner
        self.id = id or secrets.token_urlsafe(16)
        self.created, self.version = time.time(), __version__
        self.environment: dict[str, str] = {}
        """What the numbers depend on in addition to the settings."""
        self.history = list(history)
        self.scores = Scores.of(self.history)
        self.parts: Parts = Memory()
        """Result, snapshots, checkpoints and picture."""
        self._status = status
        self._result: Arrays = {}
        self._history_file, self._offset = 0, 0
        self._guard = threading.RLock()

    def __repr__(self) -> str:
        return f"<Run {self.name!r} on {self.graph_name!r}, {len(self.history)} epochs, {self.status.state}>"

    # What the run is and has learnt ------------------------------------------------------------------------

    @property
    def folder(self) -> Path | None:
        """Where the run is kept; None in memory."""
        return self.parts.path if isinstance(self.parts, Folder) else None

    @property
    def status(self) -> Status:
        """How far the run is; in a folder as of this moment."""
        if self.folder is not None:
            return files.read_status(self.folder)
        count, seconds = len(self.history), sum(epoch.seconds for epoch in self.history)
        return self._status or Status(DONE, "", count, count, seconds)

    @property
    def has_result(self) -> bool:
        """Whether embeddings, predictions and weights are there."""
        return files.RESULT in self.parts.names()

    @property
    def embeddings(self) -> np.ndarray:
        """(N, width) hidden representations h at the best validation epoch, without dropout."""
        return self._arrays()["embeddings"]

    @property
    def predictions(self) -> np.ndarray:
        """(N,) predicted classes; −1 where the graph has no labels."""
        return self._arrays()["predictions"]

    @property
    def weights(self) -> list[np.ndarray]:
        """The weights at the best validation epoch, in the order of the model's parameters."""
        arrays = self._arrays()
        return [arrays[f"weight_{i}"] for i in range(sum(name.startswith("weight_") for name in arrays))]

    @property
    def probe(self) -> tuple[np.ndarray, np.ndarray] | None:
        """Weights and bias of the linear probe, where no classifier was trained."""
        arrays = self._arrays()
        return (arrays["probe_weight"], arrays["probe_bias"]) if "probe_weight" in arrays else None

    @property
    def stage(self) -> str:
        """The stage of the epoch whose weights are kept."""
        return self.history[self.scores.epoch - 1 if self.scores else -1].stage

    @property
    def snapshots(self) -> dict[int, np.ndarray]:
        """Embeddings in float16 by epoch, so far."""
        epochs = files.epochs_of(self.parts, files.SNAPSHOTS)
        return {epoch: self.parts.read(f"{files.SNAPSHOTS}/{epoch}")[0][ARRAY] for epoch in epochs}

    @property
    def checkpoints(self) -> list[int]:
        """Epochs from which the run can be forked without training it again."""
        return files.epochs_of(self.parts, files.CHECKPOINTS)

    @property
    def nbytes(self) -> int:
        """Bytes of everything that belongs to the run."""
        if self.folder is not None:
            return sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())
        parts = (self.parts.read(name)[0] for name in self.parts.names())
        return sum(array.nbytes for arrays in parts for array in arrays.values())

    def embed(self, nodes: "Graph | Matrix") -> np.ndarray:
        """(M, width) embeddings of nodes, whether they were seen in training or not.

        Args:
            nodes: (M, features) features alone, dense or sparse; or a graph, whose edges are then read by
                methods that pass messages.
        """
        from n2n.training.unseen import embed  # torch takes seconds to load

        return embed(self, nodes)

    def predict(self, nodes: "Graph | Matrix") -> np.ndarray:
        """(M,) predicted classes of nodes, as in `embed`; without a classifier, those of the linear probe."""
        from n2n.training.unseen import predict  # torch takes seconds to load

        return predict(self, nodes)

    def picture(self) -> Picture | None:
        """The latest picture of the embedding."""
        try:
            arrays, facts = self.parts.read(files.PICTURE)
            return Picture(facts["epoch"], arrays["positions"], arrays.get("predictions"))
        except (KeyError, ValueError):
            return None  # there is none yet, or the run is being deleted

    def state(self, epoch: int) -> tuple[int, Arrays]:
        """(epoch, state) of the latest checkpoint up to an epoch; (0, nothing) where there is none."""
        at = max((kept for kept in self.checkpoints if kept <= epoch), default=0)
        return at, self.parts.read(f"{files.CHECKPOINTS}/{at}")[0] if at else {}

    def latest_state(self) -> tuple[int, Arrays]:
        """(complete epochs, state) of the checkpoint to resume from; (0, nothing) where there is none."""
        if files.CHECKPOINT not in self.parts.names():
            return self.state(len(self.history))
        arrays, facts = self.parts.read(files.CHECKPOINT)
        return facts["epoch"], arrays

    def _arrays(self) -> Arrays:
        """The result; ValueError while there is none."""
        with self._guard:
            if not self._result:
                try:
                    arrays = self.parts.read(files.RESULT)[0]
                except KeyError:
                    raise ValueError(
                        f"{self.name} has left no result: it has not ended, or it failed."
                    ) from None
                try:
                    embeddings = self.parts.read(files.EMBEDDINGS)[0][ARRAY]
                    check_result(arrays, embeddings)
                except (KeyError, ValueError) as error:
                    raise ValueError(f"The result of {self.name} cannot be read: {reason(error)}.") from None
                self._result = arrays | {"embeddings": embeddings}
            return self._result

    # What a trainer adds -----------------------------------------------------------------------------------

    def add_epoch(self, epoch: Epoch) -> None:
        """One more epoch."""
        same_stage = bool(self.history) and self.history[-1].stage == epoch.stage
        self.scores = Scores.after(epoch, self.scores if same_stage else None)
        self.history.append(epoch)
        if self.folder is not None:
            with (self.folder / files.HISTORY).open("a", encoding="utf-8") as file:
                file.write(_line(epoch))

    def add_snapshot(self, epoch: int, embedding: np.ndarray) -> None:
        """The embedding after an epoch."""
        self.parts.write(f"{files.SNAPSHOTS}/{epoch}", {ARRAY: embedding})

    def add_state(self, epoch: int, state: Arrays) -> None:
        """The state after an epoch, for forks."""
        self.parts.write(f"{files.CHECKPOINTS}/{epoch}", state)

    def add_picture(self, picture: Picture) -> None:
        """Replace the picture."""
        arrays = {"positions": picture.positions}
        if picture.predictions is not None:
            arrays["predictions"] = picture.predictions
        self.parts.write(files.PICTURE, arrays, epoch=picture.epoch)

    def add_result(self, arrays: Arrays, environment: dict[str, str]) -> None:
        """Predictions, weights and the probe; the embeddings are a part that is written before."""
        self.write_environment(environment)
        self.parts.write(files.RESULT, arrays)
        self._result = {}

    def rewind(self, epoch: int) -> None:
        """Forget what came after an epoch, before the run continues from there."""
        with self._guard:
            del self.history[epoch:]
            self.scores, self._result = Scores.of(self.history), {}
            for name in self.parts.names():
                kind, _, at = name.partition("/")
                if kind in (files.RESULT, files.EMBEDDINGS) or (at.isdecimal() and int(at) > epoch):
                    self.parts.remove(name)
            if self.folder is not None:
                self._write_history(self.folder)

    def inherit(self, parent: "Run", epoch: int) -> None:
        """Begin with what a parent was at its latest checkpoint up to an epoch."""
        parent.check_graph(self.graph_facts)
        at, _ = parent.state(epoch)
        self.history = parent.history[:at]
        self.scores = Scores.of(self.history)
        for name in parent.parts.names():
            of = name.partition("/")[2]
            if of.isdecimal() and int(of) <= at:
                self.parts.write(name, parent.parts.read(name)[0])

    # In a folder -------------------------------------------------------------------------------------------

    @classmethod
    def create(
        cls,
        folder: str | os.PathLike,
        graph: "Graph",
        settings: MethodSettings,
        *,
        fork: Fork | None = None,
        parent: "Run | None" = None,
        positions: np.ndarray | None = None,
        **facts: Any,
    ) -> "Run":
        """A new run in a new folder, queued.

        Args:
            fork, parent: where it is a fork, what `plan_fork` says of it, and the run that it continues.
            positions: (N, 2) to which the first picture is turned.
            facts: name, dataset, owner, id.

        Raises:
            ValueError: there is something at the path, or it cannot be written to; nothing is left behind.
        """
        run = cls(settings, graph.name, fork=fork, graph_facts=facts_of(graph), **facts)
        if fork is not None and parent is not None:
            run.inherit(parent, fork.epoch)
        if positions is not None:
            run.add_picture(Picture(0, np.asarray(positions, np.float32)))
        return run.save_folder(folder, state=QUEUED)

    def save_folder(self, folder: str | os.PathLike, state: str = "", **facts: str) -> "Run":
        """The run as a new folder, complete or not at all.

        Args:
            state: what the copy is to be; by default the state of this run.
            facts: name, dataset, owner or id, where the copy has others.
        """
        now, at = self.status, max(self.checkpoints, default=None)
        total = self.settings.total_epochs
        status = Status(state or now.state, now.message, len(self.history), total, now.seconds, None, at)
        with files.new_folder(Path(folder)) as part:
            files.write_json(part / files.RUN, self._facts() | facts)
            self._write_history(part)
            for name in self.parts.names():
                arrays, about = self.parts.read(name)
                Folder(part).write(name, arrays, **about)
            files.write_status(part, status)
        return Run.open(folder)

    @classmethod
    def open(cls, folder: str | os.PathLike) -> "Run":
        """The run in a folder, to watch it or to read its result; ValueError if there is none."""
        folder = Path(folder)
        try:
            run = cls._from_facts(json.loads((folder / files.RUN).read_text(encoding="utf-8")))
        except (OSError, KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise ValueError(f"{folder} is not a run: {reason(error)}.") from None
        run.parts = Folder(folder)
        return run.refresh()

    def refresh(self) -> "Run":
        """Take in what another process has written since; ValueError if the folder is gone or damaged."""
        if self.folder is None:
            return self
        with self._guard:
            try:
                facts = json.loads((self.folder / files.RUN).read_text(encoding="utf-8"))
                self.name, self.environment = str(facts["name"]), dict(facts["environment"])
                self._read_history(self.folder / files.HISTORY)
            except (OSError, KeyError, TypeError, ValueError, RecursionError) as error:
                raise ValueError(f"{self.folder} is not a run: {reason(error)}.") from None
        return self

    def _read_history(self, path: Path) -> None:
        with path.open("rb") as file:
            number = os.fstat(file.fileno()).st_ino
            if number != self._history_file:  # the run was resumed from an earlier checkpoint
                self._history_file, self._offset = number, 0
                self.history, self.scores, self._result = [], None, {}
            file.seek(self._offset)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        if whole:
            epochs = [Epoch(**json.loads(line)) for line in whole.splitlines()]
            check_history(self.settings, epochs, len(self.history) + 1)
            self._offset += len(whole)
            self.history += epochs
            self.scores = Scores.of(self.history)

    def _write_history(self, folder: Path) -> None:
        with whole_file(folder / files.HISTORY) as part:
            part.write_text("".join(map(_line, self.history)), encoding="utf-8")

    def request_stop(self, reason: str = "Stopped on request.") -> None:
        """Ask the process that trains to stop after the current epoch."""
        with whole_file(self._own_folder / files.STOP) as part:
            part.write_text(reason[:LONGEST], encoding="utf-8")

    def stop_requested(self) -> str:
        """The reason why the run is to stop; "" where nobody has asked for it."""
        path = self._own_folder / files.STOP
        if not path.exists():
            return ""
        return path.read_text(encoding="utf-8", errors="replace").strip()[:LONGEST] or "Stopped on request."

    def end(self, state: str = STOPPED, message: str = "") -> None:
        """Write the last state of a run that nobody works on, such as one taken out of a queue."""
        old = self.status
        new = Status(state, message, len(self.history), old.total, old.seconds, None, old.checkpoint)
        files.write_status(self._own_folder, new)

    def queue_again(self) -> None:
        """Queue a run that ended early; whoever trains it resumes from its checkpoint."""
        if not self.status.can_resume:
            raise ValueError(
                f"{self.name} is {self.status.state}: only a run that ended early can be resumed."
            )
        (self._own_folder / files.STOP).unlink(missing_ok=True)
        self.end(QUEUED)

    def rename(self, name: str) -> None:
        """Give the run another name."""
        self.name = name
        self._update(name=name)

    def write_environment(self, environment: dict[str, str]) -> None:
        """What the numbers depend on, once the model is there."""
        self.environment = environment
        self._update(environment=environment)

    def _update(self, **changes: Any) -> None:
        if self.folder is not None:
            facts = json.loads((self.folder / files.RUN).read_text(encoding="utf-8"))
            files.write_json(self.folder / files.RUN, facts | changes)

    @property
    def _own_folder(self) -> Path:
        assert self.folder is not None, "the run is in memory"
        return self.folder

    # As one file -------------------------------------------------------------------------------------------

    def to_bytes(self) -> bytes:
        """The run as the content of one file: result, history, snapshots and checkpoints."""
        self._arrays()  # whoever saves a run has its result
        facts = self._facts() | {"history": [asdict(epoch) for epoch in self.history]}
        # Whoever knows the id of a run may watch it.
        facts |= {"id": "", "owner": "", "fork": self.fork.without_ids().to_dict() if self.fork else None}
        facts |= {"status": [self.status.state, self.status.message, self.status.seconds]}
        arrays = {}
        for name in self.parts.names():
            if name not in (files.PICTURE, files.CHECKPOINT):
                arrays |= {f"{name}:{key}": array for key, array in self.parts.read(name)[0].items()}
        return tensors.to_bytes(FORMAT, arrays, facts)

    @classmethod
    def from_bytes(cls, data: bytes, source: str = "The file") -> "Run":
        """The inverse of `to_bytes`; a damaged or foreign file gives a ValueError that says so."""
        arrays, facts = tensors.from_bytes(data, FORMAT, source)
        try:
            run = cls._from_facts(facts | {"id": secrets.token_urlsafe(16)})
            run.history = [Epoch(**epoch) for epoch in facts["history"]]
            check_history(run.settings, run.history)
            run.scores, count = Scores.of(run.history), len(run.history)
            parts: dict[str, Arrays] = {}
            for name, array in arrays.items():
                part, _, key = name.partition(":")
                parts.setdefault(part, {})[key] = array
            for name, content in parts.items():
                kind, _, at = name.partition("/")
                known = (files.RESULT, files.EMBEDDINGS, files.SNAPSHOTS, files.CHECKPOINTS)
                must(kind in known and (not at or 0 < int(at) <= count), "list of parts")
                run.parts.write(name, content)
            state, message, seconds = facts["status"]
            must(state in (DONE, STOPPED, files.FAILED) and isinstance(message, str), "status")
            run._status = Status(state, message[:LONGEST], count, count, float(seconds))
            must(run.fork is None or run.fork.epoch <= count, "fork")
            shape = run.embeddings.shape
            good = (one.shape == shape and one.dtype.kind == "f" for one in run.snapshots.values())
            must(all(good), "snapshots")
            return run
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise ValueError(f"{source} is not a run of this program: {reason(error)}.") from None

    def save(self, path: str | os.PathLike) -> None:
        """Write the run to one file, whole or not at all."""
        with files.readable_errors(Path(path)):
            tensors.write_bytes(path, self.to_bytes())

    @classmethod
    def load(cls, path: str | os.PathLike) -> "Run":
        """Read a run from its file."""
        if Path(path).is_file() and Path(path).stat().st_size > LARGEST:
            raise ValueError(f"{path} is larger than {LARGEST >> 30} GB: open the folder of the run instead.")
        return cls.from_bytes(tensors.read_bytes(path), str(path))

    # Shared ------------------------------------------------------------------------------------------------

    def check_graph(self, graph_facts: dict[str, Any]) -> None:
        """Raise ValueError unless the run is of the graph with these facts."""
        own, other = self.graph_facts, graph_facts
        same = all(own[key] == other[key] for key in ("name", "nodes", "edges", "features", "classes"))
        # Fingerprints of a graph in memory and of one on disk cannot be compared.
        prints = own["fingerprint"].partition(":"), other["fingerprint"].partition(":")
        if not same or (prints[0][0] == prints[1][0] and prints[0] != prints[1]):
            raise ValueError(
                f"{self.name} is a run on {own['name']!r} with {own['nodes']:,} nodes and {own['edges']:,} "
                f"edges, not on this {other['name']!r} with {other['nodes']:,} and {other['edges']:,}: "
                "use its own graph."
            )

    def _facts(self) -> dict[str, Any]:
        names = ("id", "name", "dataset", "owner", "created", "version", "environment")
        return {
            "format": FORMAT,
            **{name: getattr(self, name) for name in names},
            "settings": self.settings.to_dict(),
            "graph": self.graph_facts,
            "fork": self.fork.to_dict() if self.fork else None,
        }

    @classmethod
    def _from_facts(cls, facts: dict[str, Any]) -> "Run":
        must(facts["format"] == FORMAT, "format")
        settings, fork = check_facts(facts)
        run = cls(settings, facts["graph"]["name"], fork=fork, graph_facts=facts["graph"])
        for name in ("id", "name", "dataset", "owner", "created", "version", "environment"):
            setattr(run, name, facts[name])
        return run


def facts_of(graph: "Graph") -> dict[str, Any]:
    """What tells whether a run belongs to a graph."""
    from n2n.graph.storage import fingerprint

    return {
        "name": graph.name,
        "nodes": int(graph.num_nodes),
        "edges": int(graph.num_edges),
        "features": int(graph.num_features),
        "classes": int(graph.num_classes),
        "fingerprint": f"{'disk' if graph.folder is not None else 'memory'}:{fingerprint(graph)}",
    }


def _line(epoch: Epoch) -> str:
    return json.dumps(asdict(epoch)) + "\n"
