"""`n2n explore`: the app in the browser.

Streamlit reads the configuration in the folder of the app's script (theme, upload limit), wherever it is
started.
"""

import runpy
import sys

import click


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), help="Port (default: 8501, or the next free one).")
@click.option("--address", help="Address to listen on, such as 127.0.0.1 (default: every address).")
@click.argument("options", nargs=-1)
def explore(port: int | None, address: str | None, options: tuple[str, ...]) -> None:
    """Start the app and print its address.

    OPTIONS, after --, are those of `streamlit run`: -- --server.maxUploadSize=500
    """
    from n2n.files.assets import APP

    own = {"server.port": port, "server.address": address}
    given = [f"--{name}={value}" for name, value in own.items() if value is not None]
    sys.argv = ["streamlit", "run", str(APP), *given, *options]
    # By name: the core imports no Streamlit, and no other command needs it.
    runpy.run_module("streamlit", run_name="__main__")
