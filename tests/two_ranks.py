"""Two ranks, as torchrun starts them, but forked from one process that has loaded what both need.

    python -m tests.two_ranks n2n.training.trainer n2n.cli taps cora

Both have the trainer then, and each calls `n2n.cli.main(["taps", "cora"])`. That torchrun itself does so too
is tested where a rank is killed and started again.
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 100


def run_two_ranks(
    module: str, *words: str, loaded: str = "n2n.training.trainer"
) -> subprocess.CompletedProcess:
    """Start both, and wait until both have ended; the code is not 0 if that of one is not.

    `loaded` is a module that `module` imports late, which they share.
    """
    command = [sys.executable, "-m", "tests.two_ranks", loaded, module, *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    pipe = subprocess.PIPE
    # In a session of its own, so that both can be ended.
    with subprocess.Popen(
        command, env=environment, cwd=ROOT, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    ) as ranks:
        try:
            printed = ranks.communicate(timeout=LONGEST)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(ranks.pid, signal.SIGKILL)
    return subprocess.CompletedProcess(command, ranks.returncode, *printed)


def _start(loaded: str, module: str, *words: str) -> int:
    import n2n

    main = import_module(module).main
    import_module(loaded)
    n2n.rank(n2n.load("karate")).top(1)  # kernels
    with socket.create_server(("localhost", 0)) as listener:
        port = listener.getsockname()[1]
    child = os.fork()
    rank = "0" if child else "1"
    os.environ.update(RANK=rank, LOCAL_RANK=rank, WORLD_SIZE="2", LOCAL_WORLD_SIZE="2")
    os.environ.update(MASTER_ADDR="localhost", MASTER_PORT=str(port))
    code = main(list(words)) or 0
    return (child and os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])) or code


if __name__ == "__main__":
    sys.exit(_start(*sys.argv[1:]))
