"""`python -m triax` is the command `triax`."""

from triax.cli.main import main

main()
