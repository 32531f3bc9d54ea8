"""`python -m harmonies`: the command line."""

from harmonies.cli import main

main()
