"""What the tests of the pages share."""

import pytest
from streamlit.components.v2.component_manager import BidiComponentManager

from pages.session import layouts


@pytest.fixture(autouse=True, scope="session")
def _no_warm_up():
    """UMAP compiles when a test needs it, not behind the back of others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layouts, "WARM_UP_AFTER", 3600.0)
        yield


@pytest.fixture(autouse=True, scope="session")
def _no_search_for_components():
    """A new visitor does not look for components in all installed packages: the app uses none of theirs.

    Streamlit keeps what it finds per server, but its test client searches for every visitor, and that took
    three quarters of the time that a page takes to open.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BidiComponentManager, "discover_and_register_components", lambda self, **_: None)
        yield
