"""Rank every five-, six- and seven-card hand and compare with the exact figures.

The same as ``handrank tables verify``.
"""

import sys

from handrank.cli import main

if __name__ == "__main__":
    sys.exit(main(["tables", "verify", *sys.argv[1:]]))
