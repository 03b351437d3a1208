"""How long `import n2n`, the command line and a first ranking take, each in a new process.

python benchmarks/startup.py
"""

import subprocess
import sys
import time

import click

PROGRAMS = {
    "python": ["-c", "pass"],
    "import n2n": ["-c", "import n2n"],
    "n2n --help": ["-m", "n2n", "--help"],
    "rank Cora": ["-c", "import n2n; n2n.rank(n2n.load('cora')).top(1)"],
    "import torch": ["-c", "import torch"],
}


@click.command()
@click.option("--rounds", default=3, show_default=True)
def main(rounds: int) -> None:
    for name, words in PROGRAMS.items():
        times = []
        for _ in range(rounds):
            start = time.perf_counter()
            subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
            times.append(time.perf_counter() - start)
        print(f"{name:14} {1e3 * min(times):6.0f} ms")


if __name__ == "__main__":
    main()
