"""Commands for maintainers, which still have parsers of their own."""

import argparse
from typing import NoReturn

import click

from n2n.cli import layouts, maps, measure, merge, trials
from n2n.cli.bench import batches, estimates, inference, read, scale, scale_training
from n2n.cli.bench import taps as bench_taps
from n2n.cli.bench import train as bench_train


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise click.UsageError(message, click.get_current_context())


def _command(name: str, module) -> click.Command:
    def run(words: tuple[str, ...]) -> None:
        parser = _Parser(prog=click.get_current_context().command_path, description=module.HELP)
        module.add_arguments(parser)
        module.run(parser.parse_args(words))

    rest = click.Argument(["words"], nargs=-1, type=click.UNPROCESSED)
    settings = {"ignore_unknown_options": True}
    return click.Command(
        name, settings, run, [rest], help=module.HELP, add_help_option=False, short_help=module.HELP
    )


_BENCH = {
    "taps": bench_taps,
    "train": bench_train,
    "inference": inference,
    "read": read,
    "scale": scale,
    "batches": batches,
    "scale-training": scale_training,
    "estimates": estimates,
}
_MODULES = {"layouts": layouts, "maps": maps, "measure": measure, "merge": merge, "trials": trials}
MAINTENANCE = (
    *(_command(name, module) for name, module in _MODULES.items()),
    click.Group("bench", [_command(name, module) for name, module in _BENCH.items()], help="Benchmarks."),
)
