"""`python -m n2n explore`: the app in the browser.

Streamlit reads the configuration in the folder of the app's script (address, theme, upload limit), wherever
it is started.
"""

import argparse
import runpy
import sys

HELP = "Start the app on this computer and open it in the browser."
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, help="port to listen on (default: 8501, or the next free one).")
    parser.add_argument(
        "--address",
        help="address to listen on (default: 127.0.0.1, this computer alone; 0.0.0.0 is every address, for "
        "a server, where no browser is opened).",
    )
    parser.add_argument(
        "options", nargs="*", help="after --, options of `streamlit run`: -- --server.maxUploadSize=500"
    )


def run(arguments: argparse.Namespace) -> None:
    """Run Streamlit in this process until it is stopped."""
    from n2n.files.assets import APP

    options = []
    if arguments.port is not None:
        if not 0 < arguments.port < 65536:
            raise ValueError(f"--port is {arguments.port}: give a whole number from 1 to 65535.")
        options.append(f"--server.port={arguments.port}")
    if arguments.address is not None:
        options.append(f"--server.address={arguments.address}")
        if arguments.address not in LOOPBACK:
            options.append("--server.headless=true")
    sys.argv = ["streamlit", "run", str(APP), *options, *arguments.options]
    # By name: the core imports no Streamlit, and no other command needs it.
    runpy.run_module("streamlit", run_name="__main__")
