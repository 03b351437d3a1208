"""`n2n explore`: the app in the browser.

Streamlit reads the configuration in the folder of the app's script (address, theme, upload limit), wherever
it is started.
"""

import runpy
import sys

import click

LOOPBACK = ("127.0.0.1", "::1", "localhost")


@click.command(short_help="Start the app and open it in the browser.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port (default: 8501, or the next free one).")
@click.option(
    "--address",
    help="Address to listen on (default: 127.0.0.1, this computer alone; 0.0.0.0 is every address, for a "
    "server, where no browser is opened).",
)
@click.argument("options", nargs=-1)
def explore(port: int | None, address: str | None, options: tuple[str, ...]) -> None:
    """Start the app on this computer and open it in the browser.

    OPTIONS, after --, are those of `streamlit run`: -- --server.maxUploadSize=500
    """
    from n2n.files.assets import APP

    own = []
    if port is not None:
        own.append(f"--server.port={port}")
    if address is not None:
        own.append(f"--server.address={address}")
        if address not in LOOPBACK:
            own.append("--server.headless=true")
    sys.argv = ["streamlit", "run", str(APP), *own, *options]
    # By name: the core imports no Streamlit, and no other command needs it.
    runpy.run_module("streamlit", run_name="__main__")
