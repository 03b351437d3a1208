"""`python -m n2n explore`: the app in the browser.

Streamlit reads the configuration in the folder of the app's script (theme, upload limit), wherever it is
started.
"""

import argparse
import runpy
import sys

HELP = "Start the app and print its address."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, help="port to listen on (default: 8501, or the next free one).")
    parser.add_argument("--address", help="address to listen on, such as 127.0.0.1 (default: every address).")
    parser.add_argument(
        "options", nargs="*", help="after --, options of `streamlit run`: -- --server.maxUploadSize=500"
    )


def run(arguments: argparse.Namespace) -> None:
    """Run Streamlit in this process until it is stopped."""
    from n2n.files.assets import APP

    options = list(arguments.options)
    if arguments.port is not None:
        if not 0 < arguments.port < 65536:
            raise ValueError(f"--port is {arguments.port}: give a whole number from 1 to 65535.")
        options.append(f"--server.port={arguments.port}")
    if arguments.address is not None:
        options.append(f"--server.address={arguments.address}")
    sys.argv = ["streamlit", "run", str(APP), *options]
    # By name: the core imports no Streamlit, and no other command needs it.
    runpy.run_module("streamlit", run_name="__main__")
