"""Which epoch of a run counts: the rule by which its test score is reported.

The best validation epoch is the rule everywhere unless somebody asks for another one. The best test epoch
is chosen on the very nodes that it is scored on: such a number carries `BEST_TEST` as its mark wherever it is
shown.
"""

VALIDATION, LAST, BEST_TEST = "validation", "last", "best test"
SELECTIONS = {VALIDATION: "test", LAST: "last_test", BEST_TEST: "best_test"}
"""All rules, the default first, with the field of `Scores` that each of them reports."""
RULES = {
    VALIDATION: "test micro-F1 at the epoch of the best validation micro-F1",
    LAST: "test micro-F1 at the last evaluated epoch",
    BEST_TEST: "best test micro-F1 of all evaluated epochs (best test: the epoch is chosen on test nodes)",
}
"""Each rule in words, for captions."""


def mark(selection: str) -> str:
    """What stands behind a number that was selected by a rule; nothing unless test nodes were looked at.

    >>> mark("best test"), mark("validation")
    (' (best test)', '')
    """
    return f" ({BEST_TEST})" if selection == BEST_TEST else ""


def check_selection(selection: str) -> str:
    """The rule itself; ValueError, with the names that there are, for any other word."""
    if selection not in SELECTIONS:
        known = ", ".join(repr(name) for name in SELECTIONS)
        raise ValueError(f"selection is {selection!r}: expected one of {known}.")
    return selection
