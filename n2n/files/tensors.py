"""Arrays with JSON facts as one safetensors file: no pickle, and a checksum over everything in it."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from n2n.files.atomic import whole_file

Arrays = dict[str, np.ndarray]


def to_bytes(form: str, arrays: Arrays, facts: dict[str, Any]) -> bytes:
    """What `save` writes.

    Args:
        form: name and version of what the file holds, such as "n2n-run-1"; reading it asks for the same.

    >>> arrays, facts = from_bytes(to_bytes("test-1", {"a": np.arange(3)}, {"seed": 0}), "test-1")
    >>> arrays["a"].tolist(), facts
    ([0, 1, 2], {'seed': 0})
    """
    import safetensors.numpy  # here for the start-up time

    arrays = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    text = json.dumps(facts)
    header = {"format": form, "facts": text, "sha256": _digest(arrays, text)}
    return safetensors.numpy.save(arrays, header)


def from_bytes(data: bytes, form: str, name: str = "The data") -> tuple[Arrays, dict[str, Any]]:
    """Arrays and facts of `to_bytes`; ValueError where the data is damaged or of another form.

    Args:
        name: what the data is called in an error message.
    """
    import safetensors.numpy  # here for the start-up time

    try:
        arrays = safetensors.numpy.load(data)
        header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")]).get("__metadata__") or {}
    # An unknown type of numbers is a KeyError.
    except (safetensors.SafetensorError, ValueError, KeyError, MemoryError):
        raise ValueError(f"{name} is damaged or cut short: it cannot be read; save it again.") from None
    if header.get("format") != form:
        raise ValueError(f"{name} is not in the format {form}: this program did not save it.")
    if header.get("sha256") != _digest(arrays, header.get("facts", "")):
        raise ValueError(f"{name} was changed after it was saved: its checksum does not match.")
    try:
        return arrays, json.loads(header["facts"])
    except (KeyError, ValueError, RecursionError):
        raise ValueError(f"{name} is not in the format {form}: its header cannot be read.") from None


def save(path: str | os.PathLike, form: str, arrays: Arrays, facts: dict[str, Any]) -> None:
    """Write arrays and JSON facts to one file, whole or not at all."""
    data = to_bytes(form, arrays, facts)
    with whole_file(path) as part:
        part.write_bytes(data)


def load(path: str | os.PathLike, form: str) -> tuple[Arrays, dict[str, Any]]:
    """Read what `save` wrote; ValueError where the file is missing, damaged or of another form."""
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        raise ValueError(f"There is no file {path}.") from None
    except (OSError, MemoryError):
        raise ValueError(f"{path} is damaged or cut short: it cannot be read; save it again.") from None
    return from_bytes(data, form, str(path))


def _digest(arrays: Arrays, text: str) -> str:
    digest = hashlib.sha256(text.encode())
    for name in sorted(arrays):
        digest.update(f"{name} {arrays[name].dtype} {arrays[name].shape}".encode())
        digest.update(arrays[name].data if arrays[name].size else b"")
    return digest.hexdigest()
