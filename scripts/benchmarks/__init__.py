"""How fast the program is, measured beside others that do the same: ``python3 scripts/bench.py``.

A *side* is one program at work. All sides of a goal run in one process and take turns, so that a busy machine slows
all of them alike; what counts is a ratio of two sides, of which the median of several turns is taken.
"""
