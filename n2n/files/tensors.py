"""Arrays and facts in one safetensors file: no pickle, and a checksum that shows damage."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from n2n.files.atomic import whole_file

Arrays = dict[str, np.ndarray]


def to_bytes(form: str, arrays: Arrays, facts: dict[str, Any]) -> bytes:
    """Arrays and JSON facts as the content of one file.

    Args:
        form: the kind of file, which `from_bytes` asks for again.
    """
    from safetensors.numpy import save  # loaded when something is kept

    arrays = {name: np.asarray(array, order="C") for name, array in arrays.items()}
    text = json.dumps(facts)
    return save(arrays, {"format": form, "facts": text, "sha256": _digest(arrays, text)})


def from_bytes(data: bytes, form: str, source: str = "The file") -> tuple[Arrays, dict[str, Any]]:
    """The inverse of `to_bytes`; ValueError for content that is damaged or of another kind.

    Args:
        source: what to call the file in a message.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        arrays = {name: array.copy() for name, array in load(data).items()}
        length = int.from_bytes(data[:8], "little")
        header = json.loads(data[8 : 8 + length]).get("__metadata__") or {}
    except (SafetensorError, ValueError, KeyError, MemoryError, RecursionError):
        raise ValueError(f"{source} is damaged or cut short: it cannot be read; save it again.") from None
    if header.get("format") != form:
        raise ValueError(
            f"{source} is not of the form {form}: it was not written by this program's own save."
        )
    if header.get("sha256") != _digest(arrays, header.get("facts", "")):
        raise ValueError(f"{source} was changed after it was saved: its checksum does not fit.")
    try:
        return arrays, json.loads(header["facts"])
    except (KeyError, ValueError, RecursionError):
        raise ValueError(f"{source} is not of the form {form}: its header cannot be read.") from None


def write_bytes(path: str | os.PathLike, data: bytes) -> None:
    """Write a file, whole or not at all."""
    with whole_file(path) as part:
        part.write_bytes(data)


def read_bytes(path: str | os.PathLike) -> bytes:
    """The content of a file; ValueError, in a sentence, where it cannot be read."""
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise ValueError(f"There is no file {path}.") from None
    except OSError:
        raise ValueError(f"{path} is damaged or cut short: it cannot be read; save it again.") from None


def _digest(arrays: Arrays, text: str) -> str:
    digest = hashlib.sha256(text.encode())
    for name in sorted(arrays):
        digest.update(f"{name} {arrays[name].dtype} {arrays[name].shape}".encode())
        digest.update(arrays[name].data if arrays[name].size else b"")
    return digest.hexdigest()
