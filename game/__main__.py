"""`python -m game` is the command `sheshbesh`."""

import sys

from game.cli import main

sys.exit(main())
