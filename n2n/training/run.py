"""A training run: its settings and history, what was learnt, and its folder where it has one.

A run in a folder can be watched from any process while another one trains it; `n2n.training.folder` lists the
files. A run in memory has the same contents. Either is packed into a single file by `save`. No pickle is
involved, and everything that is read is checked: a file may come from a stranger.
"""

import json
import os
import secrets
import threading
import time
from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from n2n.files import tensors
from n2n.files.atomic import whole_file
from n2n.methods.base import MethodSettings
from n2n.methods.registry import settings_from
from n2n.training import folder as files
from n2n.training.folder import DONE, QUEUED, STOPPED, Status
from n2n.training.fork import Fork
from n2n.training.history import Epoch, Scores
from n2n.training.picture import Picture

if TYPE_CHECKING:
    from n2n.compute.csr import Matrix
    from n2n.graph import Graph

FORMAT = "n2n-run-2"
STATE = "n2n-state-1"
LARGEST = 4 << 30
"""Bytes of a file that is loaded, at most."""
_LONGEST, _MOST_EPOCHS = 1_000, 200_000
# All of an epoch but its index and stage.
_NUMBERS = tuple(one.name for one in fields(Epoch)[2:])


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
        self.settings, self.graph_name = settings, graph_name
        self.graph_facts = graph_facts or {"name": graph_name}
        """Name, sizes and fingerprint of the graph."""
        self.name = name or settings.name
        """What the run is called in a list."""
        self.dataset, self.owner = dataset, owner
        self.id = id or secrets.token_urlsafe(16)
        self.fork = fork
        """Where it comes from; None where it began from scratch."""
        self.created = time.time()
        self.version = ""
        """The version of the program that trained it."""
        self.environment: dict[str, str] = {}
        """What the numbers depend on in addition to the settings."""
        self.history = list(history)
        self.scores = Scores.of(self.history)
        self.folder: Path | None = None
        self._status = status
        self._result: dict[str, np.ndarray] = {}
        self._snapshots: dict[int, np.ndarray] = {}
        self._states: dict[int, dict[str, np.ndarray]] = {}
        self._picture: Picture | None = None
        self._stamps: dict[str, tuple] = {}
        self._history_file, self._offset = 0, 0
        self._guard = threading.RLock()

    def __repr__(self) -> str:
        return f"<Run {self.name!r} on {self.graph_name!r}, {len(self.history)} epochs, {self.status.state}>"

    # What the run is and has learnt ------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """How far the run is; in a folder as of this moment."""
        if self.folder is None:
            count, seconds = len(self.history), sum(epoch.seconds for epoch in self.history)
            return self._status or Status(DONE, "", count, count, seconds)
        with self._guard:
            try:
                if self._changed(files.STATUS):
                    self._status_facts = self._json(files.STATUS)
                return files.read_status(self._status_facts)
            except (OSError, KeyError, TypeError, ValueError):
                raise ValueError(f"{self.folder} is not a run: its status cannot be read.") from None

    @property
    def has_result(self) -> bool:
        """Whether embeddings, predictions and weights are there."""
        return bool(self._result) or (self.folder is not None and (self.folder / files.RESULT).is_file())

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
    def snapshots(self) -> dict[int, np.ndarray]:
        """Embeddings in float16 by epoch, so far."""
        if self.folder is None:
            return self._snapshots
        found = self._numbered(files.SNAPSHOTS, "npy")
        return {epoch: np.load(path, mmap_mode="r", allow_pickle=False) for epoch, path in found.items()}

    @property
    def checkpoints(self) -> list[int]:
        """Epochs from which the run can be forked without training it again."""
        found = self._states if self.folder is None else self._numbered(files.CHECKPOINTS, "safetensors")
        return sorted(found)

    @property
    def nbytes(self) -> int:
        """Bytes of everything that belongs to the run."""
        if self.folder is not None:
            return sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())
        arrays = [*self._result.values(), *self._snapshots.values()]
        arrays += [array for state in self._states.values() for array in state.values()]
        return sum(array.nbytes for array in arrays)

    def embed(self, nodes: "Graph | Matrix") -> np.ndarray:
        """(M, width) embeddings of nodes, whether they were seen in training or not.

        Args:
            nodes: (M, features) features alone, dense or sparse; or a graph, whose edges are then read by
                methods that pass messages.
        """
        from n2n.training.predictor import embed_nodes  # torch takes seconds to load

        return embed_nodes(nodes, self.settings, self.weights, self.graph_facts["classes"])

    def predict(self, nodes: "Graph | Matrix") -> np.ndarray:
        """(M,) predicted classes of nodes, as in `embed`; without a classifier, those of the linear probe."""
        from n2n.training.predictor import predict_nodes  # torch takes seconds to load

        if not self.graph_facts["classes"]:
            raise ValueError(f"{self.name} was trained without labels: it embeds nodes, but has no classes.")
        arrays = self._arrays()
        best = self.history[self.scores.epoch - 1 if self.scores else -1]
        linear = (arrays["probe_weight"], arrays["probe_bias"]) if best.stage == "pretext" else None
        return predict_nodes(
            nodes, self.settings, self.weights, self.graph_facts["classes"], best.stage, linear
        )

    def _arrays(self) -> dict[str, np.ndarray]:
        """The result; ValueError while there is none."""
        with self._guard:
            if not self._result:
                if self.folder is None or not (self.folder / files.RESULT).is_file():
                    raise ValueError(f"{self.name} has left no result: it has not ended, or it failed.")
                arrays, _ = self._read(files.RESULT, FORMAT)
                path = self.folder / files.EMBEDDINGS
                try:
                    arrays["embeddings"] = np.load(path, mmap_mode="r", allow_pickle=False)
                except (OSError, ValueError):
                    raise ValueError(
                        f"{path} is missing or damaged: the run has to be trained again."
                    ) from None
                _check_result(self.settings, arrays)
                self._result = arrays
            return self._result

    def state(self, epoch: int) -> tuple[int, dict[str, np.ndarray]]:
        """(epoch, state) of the latest checkpoint up to an epoch; (0, nothing) where there is none."""
        at = max((kept for kept in self.checkpoints if kept <= epoch), default=0)
        if not at:
            return 0, {}
        if self.folder is None:
            return at, self._states[at]
        return at, self._read(f"{files.CHECKPOINTS}/{at}.safetensors", STATE)[0]

    def latest_state(self) -> tuple[int, dict[str, np.ndarray]]:
        """(complete epochs, state) of the checkpoint to resume from; (0, nothing) where there is none."""
        if self.folder is None or not (self.folder / files.CHECKPOINT).is_file():
            return 0, {}
        arrays, facts = self._read(files.CHECKPOINT, STATE)
        return facts["epoch"], arrays

    def picture(self) -> Picture | None:
        """The latest picture of the embedding of a run in a folder."""
        if self.folder is None:
            return self._picture
        with self._guard:
            try:
                if self._changed(files.PICTURE):
                    arrays, facts = self._read(files.PICTURE, FORMAT)
                    positions, predictions = arrays["positions"], arrays.get("predictions")
                    self._picture = Picture(facts["epoch"], positions, predictions)
            except (OSError, KeyError, ValueError):
                pass  # there is none yet, or the run is being deleted
            return self._picture

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
        if self.folder is None:
            self._snapshots[epoch] = embedding
        else:
            _save_array(self.folder / files.SNAPSHOTS / f"{epoch}.npy", embedding)

    def add_state(self, epoch: int, state: dict[str, np.ndarray]) -> None:
        """The state after an epoch, for forks."""
        if self.folder is None:
            self._states[epoch] = state
        else:
            write_state(self.folder / files.CHECKPOINTS / f"{epoch}.safetensors", epoch, state)

    def add_picture(self, picture: Picture) -> None:
        """Replace the picture."""
        if self.folder is None:
            self._picture = picture
        else:
            _write_picture(self.folder / files.PICTURE, picture)

    def add_result(self, arrays: dict[str, np.ndarray]) -> None:
        """Predictions, weights and embeddings; in a folder the embeddings are in their file already."""
        if self.folder is None:
            self._result = arrays
        else:
            rest = {name: array for name, array in arrays.items() if name != "embeddings"}
            tensors.write_bytes(self.folder / files.RESULT, tensors.to_bytes(FORMAT, rest, {}))
            self._result = {}

    def rewind(self, epoch: int) -> None:
        """Forget what came after an epoch, before the run continues from there."""
        with self._guard:
            del self.history[epoch:]
            self.scores = Scores.of(self.history)
            self._result = {}
            if self.folder is None:
                return
            for name in (files.RESULT, files.EMBEDDINGS):
                (self.folder / name).unlink(missing_ok=True)
            for kind, suffix in ((files.SNAPSHOTS, "npy"), (files.CHECKPOINTS, "safetensors")):
                for at, path in self._numbered(kind, suffix).items():
                    if at > epoch:
                        path.unlink(missing_ok=True)
            with whole_file(self.folder / files.HISTORY) as part:
                part.write_text("".join(map(_line, self.history)), encoding="utf-8")

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

    def inherit(self, parent: "Run", epoch: int) -> None:
        """Begin with what a parent was at its latest checkpoint up to an epoch."""
        parent.check_graph(self.graph_facts)
        at, state = parent.state(epoch)
        if not at:
            return
        self.history = parent.history[:at]
        self.scores = Scores.of(self.history)
        self._states = {kept: parent.state(kept)[1] for kept in parent.checkpoints if kept < at} | {at: state}
        self._snapshots = {kept: array for kept, array in parent.snapshots.items() if kept <= at}

    def save_folder(self, folder: str | os.PathLike, state: str = "", **facts: str) -> "Run":
        """The run as a new folder, complete or not at all.

        Args:
            state: what the copy is to be; by default the state of this run.
            facts: name, dataset, owner or id, where the copy has others.
        """
        folder, status = Path(folder), self.status
        with files.new_folder(folder) as part:
            files.write_json(part / files.RUN, self._facts() | facts)
            (part / files.HISTORY).write_text("".join(map(_line, self.history)), encoding="utf-8")
            for epoch, embedding in self.snapshots.items():
                _save_array(part / files.SNAPSHOTS / f"{epoch}.npy", embedding)
            for epoch in self.checkpoints:
                write_state(part / files.CHECKPOINTS / f"{epoch}.safetensors", epoch, self.state(epoch)[1])
            at = max(self.checkpoints, default=None)
            if at is not None:
                write_state(part / files.CHECKPOINT, at, self.state(at)[1])
            if picture := self.picture():
                _write_picture(part / files.PICTURE, picture)
            if self.has_result:
                arrays = dict(self._arrays())
                _save_array(part / files.EMBEDDINGS, arrays.pop("embeddings"))
                tensors.write_bytes(part / files.RESULT, tensors.to_bytes(FORMAT, arrays, {}))
            total = self.settings.total_epochs
            written = Status(state or status.state, status.message, len(self.history), total, status.seconds)
            files.write_json(part / files.STATUS, status_facts(written, checkpoint=at))
        return Run.open(folder)

    @classmethod
    def open(cls, folder: str | os.PathLike) -> "Run":
        """The run in a folder, to watch it or to read its result; ValueError if there is none."""
        folder = Path(folder)
        try:
            facts = json.loads((folder / files.RUN).read_text(encoding="utf-8"))
            run = cls._from_facts(facts)
        except (OSError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"{folder} is not a run: {_reason(error)}.") from None
        run.folder = folder
        run._changed(files.RUN)
        return run.refresh()

    @classmethod
    def list(cls, folder: str | os.PathLike) -> "list[Run]":
        """The runs in a folder, or the folder itself where it is one, newest first; not those damaged."""
        folder, found = Path(folder), []
        folders = [folder] if is_run(folder) else folder.iterdir() if folder.is_dir() else []
        for path in folders:
            if is_run(path):
                try:
                    found.append(cls.open(path))
                except ValueError:
                    continue
        return sorted(found, key=lambda run: -run.created)

    def refresh(self) -> "Run":
        """Take in what another process has written since; ValueError if the folder is gone or damaged."""
        if self.folder is None:
            return self
        with self._guard:
            try:
                if self._changed(files.RUN):
                    facts = self._json(files.RUN)
                    self.name, self.environment = str(facts["name"]), dict(facts["environment"])
                self._read_history()
            except (OSError, KeyError, TypeError, ValueError) as error:
                raise ValueError(f"{self.folder} is not a run: {_reason(error)}.") from None
        return self

    def request_stop(self, reason: str = "Stopped on request.") -> None:
        """Ask the process that trains to stop after the current epoch."""
        assert self.folder is not None
        with whole_file(self.folder / files.STOP) as part:
            part.write_text(reason[:_LONGEST], encoding="utf-8")

    def stop_requested(self) -> str:
        """The reason why the run is to stop; "" where nobody has asked for it."""
        path = self.folder and self.folder / files.STOP
        if path is None or not path.exists():
            return ""
        return path.read_text(encoding="utf-8").strip()[:_LONGEST] or "Stopped on request."

    def end(self, state: str = STOPPED, message: str = "") -> None:
        """Write the last state of a run that nobody works on, such as one taken out of a queue."""
        self._replace_status(state, message)

    def queue_again(self) -> None:
        """Queue a run that ended early; whoever trains it resumes from its checkpoint."""
        if not self.status.can_resume:
            raise ValueError(
                f"{self.name} is {self.status.state}: only a run that ended early can be resumed."
            )
        assert self.folder is not None
        (self.folder / files.STOP).unlink(missing_ok=True)
        self._replace_status(QUEUED)

    def heartbeat(self) -> None:
        """Say that this process still has the run in its queue."""
        self._replace_status(QUEUED)

    def _replace_status(self, state: str, message: str = "") -> None:
        assert self.folder is not None
        old = self.status
        new = Status(state, message, len(self.history), old.total, old.seconds)
        files.write_json(self.folder / files.STATUS, status_facts(new, checkpoint=old.checkpoint))

    def rename(self, name: str) -> None:
        """Give the run another name."""
        self.name = name
        if self.folder is not None:
            files.write_json(self.folder / files.RUN, self._json(files.RUN) | {"name": name})

    def write_environment(self, environment: dict[str, str]) -> None:
        """What the numbers depend on, once the model is there."""
        self.environment = environment
        if self.folder is not None:
            files.write_json(self.folder / files.RUN, self._json(files.RUN) | {"environment": environment})

    # As one file -------------------------------------------------------------------------------------------

    def to_bytes(self) -> bytes:
        """The run as the content of one file: result, history, snapshots and checkpoints."""
        arrays = dict(self._arrays())
        arrays |= {f"snapshot_{epoch}": array for epoch, array in self.snapshots.items()}
        for epoch in self.checkpoints:
            state = self.state(epoch)[1]
            arrays |= {f"state_{epoch}_{name}": array for name, array in state.items()}
        facts = self._facts() | {"history": [asdict(epoch) for epoch in self.history]}
        # Whoever knows the id of a run may watch it.
        facts |= {"id": "", "owner": "", "fork": self.fork.without_ids().to_dict() if self.fork else None}
        facts |= {"status": [self.status.state, self.status.message, self.status.seconds]}
        return tensors.to_bytes(FORMAT, arrays, facts)

    @classmethod
    def from_bytes(cls, data: bytes, source: str = "The file") -> "Run":
        """The inverse of `to_bytes`; a damaged or foreign file gives a ValueError that says so."""
        arrays, facts = tensors.from_bytes(data, FORMAT, source)
        try:
            run = cls._from_facts(facts | {"id": secrets.token_urlsafe(16)})
            run.history = [Epoch(**epoch) for epoch in facts["history"]]
            run._take_arrays(arrays)
            _check_history(run.settings, run.history)
            _must(run.fork is None or run.fork.epoch <= len(run.history), "fork")
            _check_result(run.settings, run._result)
            run.scores = Scores.of(run.history)
            state, message, seconds = facts["status"]
            count = len(run.history)
            _must(state in (DONE, STOPPED, files.FAILED), "status")
            run._status = Status(state, _text(message, "status"), count, count, float(seconds))
            _must(all(0 < epoch <= count for epoch in (*run._snapshots, *run._states)), "snapshots")
            for array in run._snapshots.values():
                good = array.shape == run.embeddings.shape and array.dtype.kind == "f"
                _must(good, "snapshots")
            return run
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise ValueError(f"{source} is not a run of this program: {_reason(error)}.") from None

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

    def _take_arrays(self, arrays: dict[str, np.ndarray]) -> None:
        for name, array in arrays.items():
            kind, _, rest = name.partition("_")
            if kind == "snapshot":
                self._snapshots[int(rest)] = array
            elif kind == "state":
                epoch, _, part = rest.partition("_")
                self._states.setdefault(int(epoch), {})[part] = array
            else:
                self._result[name] = array
        self._snapshots = dict(sorted(self._snapshots.items()))

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
        from n2n import __version__

        return {
            "format": FORMAT,
            "id": self.id,
            "name": self.name,
            "dataset": self.dataset,
            "owner": self.owner,
            "created": self.created,
            "version": self.version or __version__,
            "settings": self.settings.to_dict(),
            "graph": self.graph_facts,
            "fork": self.fork.to_dict() if self.fork else None,
            "environment": self.environment,
        }

    @classmethod
    def _from_facts(cls, facts: dict[str, Any]) -> "Run":
        _must(facts["format"] == FORMAT, "format")
        settings, graph = settings_from(facts["settings"]), facts["graph"]
        sizes = [graph[key] for key in ("nodes", "edges", "features", "classes")]
        _must(all(isinstance(size, int) and 0 <= size < 2**60 for size in sizes), "graph")
        words: dict[str, Any] = {key: _text(facts[key], key) for key in ("name", "dataset", "owner", "id")}
        _text(graph["fingerprint"], "graph")
        fork = Fork.from_dict(facts["fork"])
        _must(fork is None or type(fork.settings) is type(settings), "fork")
        run = cls(settings, _text(graph["name"], "graph"), fork=fork, graph_facts=graph, **words)
        run.created, run.version = float(facts["created"]), _text(facts["version"], "version")
        environment = facts["environment"]
        _must(isinstance(environment, dict) and len(environment) < 100, "environment")
        run.environment = {_text(k, "environment"): _text(v, "environment") for k, v in environment.items()}
        return run

    def _read_history(self) -> None:
        if not self._changed(files.HISTORY):
            return
        assert self.folder is not None
        path = self.folder / files.HISTORY
        if path.stat().st_ino != self._history_file:  # the run was resumed from an earlier checkpoint
            self._history_file, self._offset = path.stat().st_ino, 0
            self.history.clear()
            self.scores = None
        with path.open("rb") as file:
            file.seek(self._offset)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        epochs = [Epoch(**json.loads(line)) for line in whole.splitlines()]
        _check_history(self.settings, epochs, len(self.history) + 1)
        self._offset += len(whole)
        self.history += epochs
        if epochs:
            self.scores = Scores.of(self.history)

    def _numbered(self, kind: str, suffix: str) -> dict[int, Path]:
        assert self.folder is not None
        found = {int(p.stem): p for p in (self.folder / kind).glob(f"*.{suffix}") if p.stem.isdigit()}
        return dict(sorted(found.items()))

    def _json(self, name: str) -> dict[str, Any]:
        assert self.folder is not None
        return json.loads((self.folder / name).read_text(encoding="utf-8"))

    def _read(self, name: str, form: str) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        assert self.folder is not None
        path = self.folder / name
        return tensors.from_bytes(tensors.read_bytes(path), form, str(path))

    def _changed(self, name: str) -> bool:
        """Whether a file is new or has changed since this was asked last; OSError where it is missing."""
        assert self.folder is not None
        facts = (self.folder / name).stat()
        stamp = facts.st_size, facts.st_mtime_ns, facts.st_ino
        before, self._stamps[name] = self._stamps.get(name), stamp
        return before != stamp


def is_run(folder: Path) -> bool:
    """Whether there is a run in a folder."""
    return not folder.name.startswith(".") and (folder / files.RUN).is_file()


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


def status_facts(status: Status, **changes: Any) -> dict[str, Any]:
    """The content of a status file, written by this process now."""
    return asdict(status) | {"heartbeat": time.time(), **files.this_process(), **changes}


def write_state(path: Path, epoch: int, state: dict[str, np.ndarray]) -> None:
    """A checkpoint after so many complete epochs."""
    tensors.write_bytes(path, tensors.to_bytes(STATE, state, {"epoch": epoch}))


def _write_picture(path: Path, picture: Picture) -> None:
    arrays = {"positions": picture.positions}
    if picture.predictions is not None:
        arrays["predictions"] = picture.predictions
    tensors.write_bytes(path, tensors.to_bytes(FORMAT, arrays, {"epoch": picture.epoch}))


def _save_array(path: Path, array: np.ndarray) -> None:
    with whole_file(path) as part, part.open("wb") as file:
        np.save(file, array, allow_pickle=False)


def _line(epoch: Epoch) -> str:
    return json.dumps(asdict(epoch)) + "\n"


def _check_history(settings: MethodSettings, history: list[Epoch], first: int = 1) -> None:
    """Raise ValueError unless epochs, from number `first` on, are well formed."""
    _must(first + len(history) <= _MOST_EPOCHS, "history")
    for index, epoch in enumerate(history, first):
        _must(epoch.index == index and epoch.stage in settings.stages, "history")
        values = [getattr(epoch, name) for name in _NUMBERS]
        _must(isinstance(epoch.loss, int | float) and isinstance(epoch.seconds, int | float), "history")
        _must(all(value is None or isinstance(value, int | float) for value in values), "history")


def _check_result(settings: MethodSettings, arrays: dict[str, np.ndarray]) -> None:
    embeddings, predictions, n = arrays["embeddings"], arrays["predictions"], len(arrays["embeddings"])
    _must(embeddings.ndim == 2 and embeddings.dtype.kind == "f", "embeddings")
    _must(predictions.shape == (n,) and predictions.dtype.kind == "i", "predictions")
    _must(predictions.min(initial=-1) >= -1, "predictions")
    weights = [array for name, array in arrays.items() if name.startswith(("weight_", "probe_"))]
    _must("weight_0" in arrays and all(weight.dtype.kind in "fi" for weight in weights), "weights")


def _text(word: Any, part: str) -> str:
    _must(isinstance(word, str) and len(word) <= _LONGEST, part)
    return word


def _must(good: bool, part: str) -> None:
    if not good:
        raise ValueError(f"its {part} is not valid")


def _reason(error: Exception) -> str:
    """Words for an error while something is read."""
    if isinstance(error, KeyError):
        return f"it has no {error.args[0]}"
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__).rstrip(".")
