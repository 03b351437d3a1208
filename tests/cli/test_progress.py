import sys

from n2n.cli.progress import end_line, progress_line


def test_nothing_is_written_where_nobody_watches(capsys):
    progress_line()("Working", 0.5)
    end_line()
    assert capsys.readouterr().err == ""


def test_one_line_for_each_step(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    show = progress_line()
    show("Reading", None)
    show("Sorting", 0.5)
    show("Sorting", 0.51)  # too soon
    show("Sorting", 1.0)
    end_line()
    assert capsys.readouterr().err == "\rReading …\n\rSorting … 50%\rSorting … 100%\n"
