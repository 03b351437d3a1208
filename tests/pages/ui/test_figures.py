"""Downloads: a file that cannot be made says why."""

import pytest
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.testing.v1 import AppTest

from pages.ui import figures


def test_a_file_is_made_as_it_is():
    assert figures._told("a.csv", lambda: b"1,2", get_script_run_ctx())() == b"1,2"


def test_a_file_that_cannot_be_made_says_why():
    def script():
        import threading

        from streamlit.runtime.scriptrunner import get_script_run_ctx

        from pages.ui import figures

        def fail() -> bytes:
            raise ValueError("the graph is too large")

        def run() -> None:
            try:
                figures._told("a.csv", fail, visitor)()
            except ValueError:
                return

        visitor = get_script_run_ctx()
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()

    app = AppTest.from_function(script).run()
    assert app.toast[0].value == r"a\.csv could not be made\: the graph is too large"


def test_a_failure_is_not_hidden_from_streamlit():
    def fail() -> bytes:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        figures._told("a.csv", fail, None)()
