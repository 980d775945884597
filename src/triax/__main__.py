"""`python -m triax` is the command `triax`."""

from triax.cli.main import main

if __name__ == "__main__":
    main()
