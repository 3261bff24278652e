"""The commands of this checkout. Each of them imports this package first, so that an old Python hears what it lacks.

This file and the commands themselves therefore parse on any Python since 2.7: ASCII, no f-strings, no annotations.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - the one place that an old Python reaches
    sys.exit("LAN Thirteen needs Python 3.11 or newer; this is Python " + sys.version.split()[0] + ".")
