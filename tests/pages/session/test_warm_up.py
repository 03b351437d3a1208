"""What is loaded after the first page, so that the first visit to another one does not wait for it."""

import subprocess
import sys

from tests.pages.app import APP

PROGRAM = """
import sys
from pages.session import warm_up
warm_up._load()
missing = [name for name in warm_up.MODULES if name not in sys.modules]
print(missing, "torch" in sys.modules, len(warm_up.results.cells()) > 0)
"""


def test_the_modules_of_pages_are_loaded_and_torch_is_not():
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=APP.parent, capture_output=True, check=True, text=True
    )
    assert ran.stdout.split("\n")[0] == "[] False True"
