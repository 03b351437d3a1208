"""What the tests of the pages share."""

import pytest

from pages.session import layouts


@pytest.fixture(autouse=True, scope="session")
def _no_warm_up():
    """UMAP compiles when a test needs it, not behind the back of others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layouts, "WARM_UP_AFTER", 3600.0)
        yield
