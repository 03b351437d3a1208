"""How many printed numbers are reproduced, table by table and in total, and the sentence to quote."""

from collections.abc import Sequence

from n2n.files.csv import Table, from_rows
from n2n.paper.experiments import EXPERIMENTS
from n2n.paper.protocol import DEFAULT, Protocol
from n2n.paper.store import Cell
from n2n.paper.verdicts import ABOVE, BELOW, NOT_RUN, REPRODUCED, VERDICTS, compare, count_verdicts

PRINTED = ("table1", "table2", "table3")
"""The tables with printed numbers; figures print none."""
Totals = dict[str, dict[str, int]]
"""Counts of verdicts by the name of the table."""


def totals(cells: Sequence[Cell], protocol: Protocol = DEFAULT) -> Totals:
    """The counts of each table under a protocol; times do not depend on it.

    >>> totals([])["table1"]
    {'reproduced': 0, 'above': 0, 'below': 0, 'not run': 180}
    """
    return {name: count_verdicts(compare(name, cells, protocol=protocol)) for name in PRINTED}


def in_total(counts: Totals) -> dict[str, int]:
    """All tables together."""
    return {verdict: sum(count[verdict] for count in counts.values()) for verdict in VERDICTS}


def totals_table(counts: Totals) -> Table:
    """One row per table and one for all."""
    rows = [(EXPERIMENTS[name].title, *count.values()) for name, count in counts.items()]
    rows.append(("All", *in_total(counts).values()))
    names = ("table", *VERDICTS, "numbers")
    return from_rows(names, [(*row, sum(row[1:])) for row in rows])


def quote(counts: Totals, protocol: Protocol = DEFAULT) -> str:
    """The sentence that a reader may quote.

    >>> quote({"table1": {"reproduced": 2, "above": 1, "below": 0, "not run": 1}})[:55]
    'Of the 4 numbers in Tables 1 to 3, **2 are reproduced**'
    """
    found = in_total(counts)
    ever = "yet" if protocol == DEFAULT else "under this protocol"
    return (
        f"Of the {sum(found.values()):,} numbers in Tables 1 to 3, **{found[REPRODUCED]:,} are reproduced** "
        "(scores within 1 point or the sampling error, times on the same side of N2N-TAPS-1), "
        f"**{found[ABOVE]:,} come out above**, **{found[BELOW]:,} below**, and **{found[NOT_RUN]:,} have not "
        f"been run {ever}**. {protocol.words}."
    )
