#!/usr/bin/env python3
"""The engine under the code of other people's clients.

    tests/clients/run.py [--engine PATH] [--require]

python-chess, cshogi and cchess are installed from PyPI into a virtual environment under `target`;
PyChess is the Debian package, run by the system's Python.  A missing one
is named and, with --require, a failure.  Exit status: 0 all well, 1 not.
"""

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))

from pypi import python_with  # noqa: E402

# The Python for which Debian's packages are installed.
SYSTEM = Path("/usr/bin/python3")


def packages():
    """The Python with the packages from PyPI; None if they cannot be installed."""
    return python_with(HERE / "requirements.txt", "clients")


def pychess():
    """The Python with PyChess; None if it is not installed."""
    test = [SYSTEM, "-c", "import gi, importlib.util as u, sys; sys.exit(u.find_spec('pychess') is None)"]
    there = SYSTEM.exists() and subprocess.run(test, capture_output=True).returncode == 0
    return SYSTEM if there else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", type=Path, default=ROOT / "target" / "release" / "alfil")
    parser.add_argument("--require", action="store_true", help="fail where a client is not there")
    arguments = parser.parse_args()
    good = True
    clients = [
        ("python-chess", packages, "python_chess.py"),
        ("python-chess with UCI", packages, "uci.py"),
        ("cshogi with USI", packages, "usi.py"),
        ("cchess with UCCI and UCI", packages, "ucci.py"),
        ("PyChess", pychess, "pychess_engine.py"),
    ]
    for name, find, script in clients:
        python = find()
        if python is None:
            print(f"{name} is not there: nothing tested", flush=True)
            good &= not arguments.require
            continue
        print(f"== {name}", flush=True)
        good &= subprocess.run([python, HERE / script, "--engine", arguments.engine]).returncode == 0
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
