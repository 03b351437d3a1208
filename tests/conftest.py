"""What all tests share: the folders of the datasets, the graphs themselves, no network, and who runs what."""

import ipaddress
import os
import socket
import tempfile
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BESIDE = ROOT.parent / "shared" / "data"
WORKER = os.environ.get("PYTEST_XDIST_WORKER")

_cache = tempfile.TemporaryDirectory(prefix="n2n-tests-") if WORKER is None else None


def pytest_configure(config):
    """Before any test is imported: where the datasets are, caches, and how many threads a worker may use."""
    if "N2N_DATA" not in os.environ and BESIDE.is_dir():
        os.environ["N2N_DATA"] = str(BESIDE)
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        del os.environ[name]
    if _cache:
        # Empty at the start, and shared by all workers: a graph is converted once.
        os.environ["N2N_HOME"] = str(Path(_cache.name) / "home")
    else:
        # What runs leave behind belongs to the worker.
        os.environ["N2N_HOME"] = f"{os.environ['N2N_HOME']}-{WORKER}"
        # Workers share the cores already; more threads of torch or of UMAP than cores wait for each other.
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        os.environ.setdefault("NUMBA_NUM_THREADS", "1")
        # What one worker has compiled, the others and all that they start find in the same folder.
        os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / ".pytest_cache" / "numba"))


def pytest_unconfigure(config):
    """The cache goes with the tests."""
    if _cache:
        _cache.cleanup()


# These start programs, train every method or compile UMAP: `-m "not slow"` leaves them out.
SLOW = (
    "tests/embedding/",
    "tests/methods/baselines/",
    "tests/taps/test_sharing.py",
    "tests/test_install.py",
    "tests/training/test_distributed.py",
)
# What takes longest begins first, so that no worker has it alone at the end.
LONGEST = (
    "tests/browser/",
    *SLOW,
    "tests/pages/",
    "tests/methods/",
    "tests/training/",
    "tests/test_package.py",
)


def pytest_xdist_auto_num_workers(config):
    """One more than cores: workers often wait, for the browser or for processes that they started."""
    return min((os.cpu_count() or 1) + 1, 4)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Marks by folder, and the order; a worker runs whole files, and one of them has the browser."""
    for item in items:
        file = item.nodeid.partition("::")[0]
        in_browser = file.startswith("tests/browser/")
        if in_browser:
            item.add_marker("browser")
        if file.startswith(SLOW):
            item.add_marker("slow")
        item.add_marker(pytest.mark.xdist_group("browser" if in_browser else file))
    items.sort(key=_rank)


def _rank(item) -> int:
    ranks = (rank for rank, name in enumerate(LONGEST) if item.nodeid.startswith(name))
    return next(ranks, len(LONGEST))


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
    from n2n.files.assets import data_folder
    from n2n.graph.catalogue import find

    def get(key: str):
        info = find(key)
        if info.raw:
            folder = data_folder() / info.raw.folder
            missing = [name for name in info.raw.files if not (folder / name).is_file()]
            if missing:
                reason = f"{info.title} is not here: {folder / missing[0]} is missing"
                pytest.fail(reason) if "N2N_DATA" in os.environ else pytest.skip(reason)
        return _loaded(info.key)

    return get


@pytest.fixture(scope="session")
def karate():
    return _loaded("karate")


@pytest.fixture(scope="session")
def cora():
    return _loaded("cora")
