"""Arrays from files that strangers made: .npz and .safetensors, never a pickle.

The header of an .npy says how large the array is; that must match the bytes that are there before they become
an array.
"""

import io
import json

import numpy as np

from n2n.io.readers import archives
from n2n.io.readers.errors import ReadError, quoted, shown
from n2n.io.readers.limits import Limits
from n2n.io.readers.sources import Given

# Numbers, booleans and text; an array of objects would be a pickle.
_PLAIN = "biufSU"


class Arrays(dict):
    """Arrays by name; those that are pickled are not read but listed in `pickled`."""

    def __init__(self, file: str):
        super().__init__()
        self.file = file
        self.pickled: list[str] = []

    def __missing__(self, name: str):
        if name in self.pickled:
            raise ReadError(
                self.file,
                f"{quoted(name)} in it is pickled, which could run code: where you trust it, load it and "
                'save plain arrays with np.savez("graph.npz", edge_index=edges, x=features, y=labels).',
            )
        raise ReadError(self.file, f"the array {quoted(name)} is missing.")


def read_npz(file: Given, limits: Limits) -> Arrays:
    """The arrays of an .npz file."""
    out = Arrays(file.name)
    for name, data in archives.members(file.name, file.data, limits, arrays=True).items():
        if not name.endswith(".npy"):
            raise ReadError(file.name, f"{quoted(name)} in it is not an array.")
        array = _array(name, data, file.name)
        if array is None:
            out.pickled.append(name[:-4])
        else:
            out[name[:-4]] = array
    return out


def _array(name: str, data: bytes, file: str) -> np.ndarray | None:
    """The array in the bytes of an .npy; None if it is pickled."""
    stream = io.BytesIO(data)
    try:
        version = np.lib.format.read_magic(stream)
        read = {
            (1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0,
        }.get(version)
        if read is None:
            raise ReadError(file, f"{quoted(name)} in it has an unknown version.")
        shape, by_column, dtype = read(stream)
    except ReadError:
        raise
    # numpy raises many errors on a header that is truncated or altered, those of tokenize and ast among them.
    except Exception:
        raise ReadError(file, f"{quoted(name)} in it has a damaged header.") from None
    if dtype.hasobject:
        return None
    if dtype.kind not in _PLAIN:
        raise ReadError(file, f"{quoted(name)} in it does not hold plain numbers or text.")
    size = dtype.itemsize
    for length in shape:
        size *= int(length)
    if size != len(data) - stream.tell() or any(length < 0 for length in shape):
        raise ReadError(file, f"{quoted(name)} in it is not as large as its header says: it is damaged.")
    if size == 0:
        if any(length > 2**40 for length in shape):
            raise ReadError(file, f"{quoted(name)} in it has an impossible shape.")
        return np.zeros(shape, dtype)
    flat = np.frombuffer(data, dtype, offset=stream.tell())
    return flat.reshape(shape, order="F" if by_column else "C")


def read_safetensors(file: Given, limits: Limits) -> tuple[Arrays, dict[str, str]]:
    """The tensors of a .safetensors file, and the texts in its header."""
    import safetensors.numpy as safe  # here for the start-up time
    from safetensors import SafetensorError

    out = Arrays(file.name)
    try:
        length = int.from_bytes(file.data[:8], "little")
        if length > min(len(file.data) - 8, 10 << 20):
            raise ReadError(file.name, "it is damaged, cut short, or not a safetensors file.")
        header = json.loads(file.data[8 : 8 + length])
        facts = header.get("__metadata__") or {}
        if not isinstance(facts, dict) or len(header) > limits.members:
            raise ReadError(file.name, f"it has more than {limits.members:,} tensors.")
        out.update(safe.load(file.data))
    except ReadError:
        raise
    except (SafetensorError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        reason = shown(str(error).partition("\n")[0], 80).rstrip(".")
        raise ReadError(file.name, f"it is damaged, or not a safetensors file ({reason}).") from None
    return out, facts
