"""Large libraries are loaded by one thread at a time.

Parts of scikit-learn import each other. Where two threads begin with different parts, Python rather hands out
one that is half loaded than let both wait for each other, and a page ends in "cannot import name …".
"""

import threading

LOADING = threading.RLock()
"""Held by whoever imports scikit-learn, or what imports it, inside a function."""
