"""Text that others wrote, inside Markdown of ours: see `pages.session.markdown`."""

from pages.session.markdown import escape

__all__ = ["escape"]
