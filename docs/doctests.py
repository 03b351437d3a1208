"""A griffe extension: examples in docstrings are shown as code without a section header above them."""

import re

import griffe


class Doctests(griffe.Extension):
    """Put each block that begins with `>>>` between code fences."""

    def on_object(self, *, obj: griffe.Object, **_) -> None:
        if obj.docstring:
            obj.docstring.value = re.sub(
                r"^(>>> .*?)(?=\n\n|\Z)",
                lambda match: f"```pycon\n{match[1]}\n```",
                obj.docstring.value,
                flags=re.S | re.M,
            )
