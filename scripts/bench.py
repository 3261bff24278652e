"""Measure this checkout against its peers and goals: python3 scripts/bench.py [--only P1,P4] [--quick]."""

import os
import sys

sys.dont_write_bytecode = True  # a checkout stays clean, also under Python 2
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))  # noqa: PTH120 - any Python

from scripts.benchmarks import peers  # noqa: E402 - the path comes first

if __name__ == "__main__":
    sys.exit(peers.bench(sys.argv[1:]))
