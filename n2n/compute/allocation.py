"""How a process asks the system for memory."""

import ctypes

# Of mallopt, from glibc's malloc.h.
_TRIM_THRESHOLD, _MMAP_MAX = -1, -4
_NEVER = 2**31 - 1


def keep_freed_memory() -> bool:
    """Let this process keep what it frees, for its next arrays; whether that is possible here.

    Otherwise every array of tens of megabytes comes from the system page by page and goes back to it, which
    is three tenths of an epoch of BGRL on PubMed. For processes that only compute and then end: nothing goes
    back to the system before.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # another C library than glibc
        return False
    return bool(mallopt(_MMAP_MAX, 0) and mallopt(_TRIM_THRESHOLD, _NEVER))
