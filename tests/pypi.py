"""Packages of PyPI for the scripts of the tests."""

import subprocess
import venv
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "target"


def python_with(wanted, name):
    """The Python of the virtual environment `name` under `target`, with the packages that the
    file `wanted` lists; None if they cannot be installed."""
    place = TARGET / name
    python = place / "bin" / "python"
    mark = place / "installed.txt"
    if not mark.exists() or mark.read_text() != wanted.read_text():
        venv.create(place, with_pip=True, clear=True)
        command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", wanted]
        if subprocess.run(command).returncode != 0:
            return None
        mark.write_text(wanted.read_text())
    return python
