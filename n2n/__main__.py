"""`python -m n2n …`: the same work without a browser."""

import sys

from n2n.cli import main

if __name__ == "__main__":
    sys.exit(main())
