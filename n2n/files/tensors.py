"""Arrays and JSON facts in one safetensors file: no pickle, and a checksum over everything in it."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from n2n.files.atomic import whole_file

Arrays = dict[str, np.ndarray]


def to_bytes(form: str, arrays: Arrays, facts: dict[str, Any]) -> bytes:
    """Arrays and facts as the content of one file.

    Args:
        form: name and version of what the file holds, such as "n2n-run-1"; `from_bytes` asks for it again.

    >>> arrays, facts = from_bytes(to_bytes("test-1", {"a": np.arange(3)}, {"seed": 0}), "test-1")
    >>> arrays["a"].tolist(), facts
    ([0, 1, 2], {'seed': 0})
    """
    from safetensors.numpy import save  # here for the start-up time

    arrays = {name: np.asarray(array, order="C") for name, array in arrays.items()}
    text = json.dumps(facts)
    return save(arrays, {"format": form, "facts": text, "sha256": _digest(arrays, text)})


def from_bytes(data: bytes, form: str, source: str = "The file") -> tuple[Arrays, dict[str, Any]]:
    """Arrays and facts of `to_bytes`; ValueError if the content is damaged or of another format.

    Args:
        source: what to call the file in a message.
    """
    from safetensors import SafetensorError  # here for the start-up time
    from safetensors.numpy import load

    try:
        arrays = load(data)
        header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")]).get("__metadata__") or {}
    # An unknown type of numbers is a KeyError.
    except (SafetensorError, ValueError, KeyError, MemoryError, RecursionError):
        raise ValueError(f"{source} is damaged or cut short: it cannot be read; save it again.") from None
    if header.get("format") != form:
        raise ValueError(f"{source} is not in the format {form}: this program did not save it.")
    if header.get("sha256") != _digest(arrays, header.get("facts", "")):
        raise ValueError(f"{source} was changed after it was saved: its checksum does not match.")
    try:
        return arrays, json.loads(header["facts"])
    except (KeyError, ValueError, RecursionError):
        raise ValueError(f"{source} is not in the format {form}: its header cannot be read.") from None


def write_bytes(path: str | os.PathLike, data: bytes) -> None:
    """Write a file, completely or not at all."""
    with whole_file(path) as part:
        part.write_bytes(data)


def read_bytes(path: str | os.PathLike) -> bytes:
    """The content of a file; ValueError with a sentence if it cannot be read."""
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise ValueError(f"There is no file {path}.") from None
    except (OSError, MemoryError):
        raise ValueError(f"{path} is damaged or cut short: it cannot be read; save it again.") from None


def _digest(arrays: Arrays, text: str) -> str:
    digest = hashlib.sha256(text.encode())
    for name in sorted(arrays):
        digest.update(f"{name} {arrays[name].dtype} {arrays[name].shape}".encode())
        digest.update(arrays[name].data if arrays[name].size else b"")
    return digest.hexdigest()
