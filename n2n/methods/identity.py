"""The name of a method as a value: what it is based on, how it samples, how it learns."""

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from n2n.taps.samplers import ALL, SAMPLERS

N2N = "N2N"
"""The base of N2N's names, and its family; those of the baselines are in their files."""
_SAMPLERS = {label: name for name, label in SAMPLERS.items()}
_LABEL = re.compile(
    rf"(?P<base>.+?)(?:-(?P<sampler>{'|'.join(_SAMPLERS)})-(?P<k>\d+))?"
    r"(?: \((?P<framework>JL|URL|PT&FT)\))?(?:, (?P<variant>.+))?"
)


@dataclass(frozen=True)
class MethodName:
    """A method as the paper's tables name it.

    >>> MethodName("N2N", "JL", "taps", 1).label
    'N2N-TAPS-1 (JL)'
    >>> MethodName.parse("GraphSAGE-Mean-Random-3")
    MethodName(base='GraphSAGE-Mean', framework='', sampler='random', k=3, variant='')
    """

    base: str
    """"N2N" or the name of a baseline."""
    framework: str = ""
    """"JL", "URL" or "PT&FT" where the label says so, as it does for N2N; "" elsewhere."""
    sampler: str = ""
    """One of `SAMPLERS`; "" where all neighbours count, or none."""
    k: int | str = ALL
    """Positives, or sampled neighbours, per node."""
    variant: str = ""
    """What departs from the method's recipe, such as "recipe text"."""

    @cached_property
    def label(self) -> str:
        """The name in one line, as in a table."""
        sampled = f"-{SAMPLERS[self.sampler]}-{self.k}" if self.sampler and self.k != ALL else ""
        framework = f" ({self.framework})" if self.framework else ""
        variant = f", {self.variant}" if self.variant else ""
        return f"{self.base}{sampled}{framework}{variant}"

    @cached_property
    def plain(self) -> "MethodName":
        """The same by its recipe.

        >>> MethodName.parse("GCN, recipe text").plain.label
        'GCN'
        """
        return replace(self, variant="")

    @classmethod
    @lru_cache(maxsize=1000)
    def parse(cls, label: str) -> "MethodName":
        """The inverse of `label`."""
        found = _LABEL.fullmatch(label)
        if found is None:
            raise ValueError("The name of a method is empty: give one such as 'GCN'.")
        parts = found.groupdict(default="")
        k = int(parts["k"]) if parts["k"] else ALL
        sampler = _SAMPLERS.get(parts["sampler"], "")
        return cls(parts["base"], parts["framework"], sampler, k, parts["variant"])

    @property
    def is_n2n(self) -> bool:
        """Whether the method is N2N in one of its forms."""
        return self.base == N2N
