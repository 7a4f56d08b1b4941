"""``python -m handrank`` and the program ``handrank``: the command line."""

import sys


def main() -> int:
    """Run the command line; Ctrl-C is quiet while it is still being imported, too."""
    try:
        from handrank.cli import main as run

        return run()
    except KeyboardInterrupt:
        print("handrank: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
