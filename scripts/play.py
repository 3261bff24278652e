"""Play LAN Thirteen from this checkout: python3 scripts/play.py --help."""

import os
import sys

sys.dont_write_bytecode = True  # a checkout stays clean, also under Python 2
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))  # noqa: PTH120 - any Python

from scripts import environment  # noqa: E402 - the path comes first

if __name__ == "__main__":
    sys.exit(environment.play(sys.argv[1:]))
