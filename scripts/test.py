"""Test this checkout: python3 scripts/test.py [arguments for pytest]."""

import os
import sys

sys.dont_write_bytecode = True  # a checkout stays clean, also under Python 2
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))  # noqa: PTH120 - any Python

from scripts import environment  # noqa: E402 - the path comes first

if __name__ == "__main__":
    sys.exit(environment.test(sys.argv[1:]))
