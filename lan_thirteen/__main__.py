"""``python -m lan_thirteen`` is ``lan-thirteen``."""

import sys

from lan_thirteen.cli import main

sys.exit(main())
