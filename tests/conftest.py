"""What all tests share: the folders of the datasets, the graphs themselves, and no network."""

import ipaddress
import os
import socket
import tempfile
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BESIDE = ROOT.parent / "shared" / "data"

_cache = tempfile.TemporaryDirectory(prefix="n2n-tests-")


def pytest_configure(config):
    """Before any test is imported: where the datasets are, and a cache that is empty at the start."""
    if "N2N_DATA" not in os.environ and BESIDE.is_dir():
        os.environ["N2N_DATA"] = str(BESIDE)
    os.environ["N2N_CACHE"] = _cache.name
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        del os.environ[name]


def pytest_unconfigure(config):
    """The cache goes with the tests."""
    _cache.cleanup()


@pytest.fixture(autouse=True, scope="session")
def _only_this_machine():
    """A connection to another machine is refused: no test may depend on one."""
    connect = socket.socket.connect

    def refuse_strangers(self, address):
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_here(address[0]):
            raise ConnectionRefusedError(f"tests must not connect to {address[0]}")
        return connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", refuse_strangers)
        yield


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@cache
def _loaded(key: str):
    import n2n

    return n2n.load(key)


@pytest.fixture(scope="session")
def dataset():
    """`dataset("photo")` is the graph, loaded once for all tests.

    Where its files are not on this machine the test is skipped; with `N2N_DATA` set it fails, since the
    folder named there is expected to be complete.
    """
    from n2n.datasets.catalogue import find
    from n2n.datasets.folders import data_folder

    def get(key: str):
        info = find(key)
        if not info.bundled:
            folder = data_folder() / info.route.raw
            missing = [name for name in info.route.files if not (folder / name).is_file()]
            if missing:
                reason = f"{info.title} is not here: {folder / missing[0]} is missing"
                pytest.fail(reason) if "N2N_DATA" in os.environ else pytest.skip(reason)
        return _loaded(info.key)

    return get
