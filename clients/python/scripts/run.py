"""
Runs the tasks of this package in a virtual environment of its own, which it creates if needed:

    python3 clients/python/scripts/run.py generate        # writes the generated files
    python3 clients/python/scripts/run.py check test      # verifies everything

It needs Python 3.10 or newer and PyPI; the tests also need the service (`npm ci`).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ENVIRONMENT = HERE / ".venv" / f"{sys.version_info.major}.{sys.version_info.minor}"
PYTHON = ENVIRONMENT / "bin" / "python"

GENERATE = ("-r", "requirements/generate.txt")
CHECK = ("-r", "requirements/check.txt", "-e", ".")

TASKS: dict[str, tuple[tuple[str, ...], list[str]]] = {
    "generate": (GENERATE, ["scripts/generate.py"]),
    "check": (
        CHECK,
        ["-m ruff check .", "-m ruff format --check .", "-m mypy", "-m pyright", "scripts/generate.py --check"],
    ),
    "test": (CHECK, ["-m pytest"]),
    "build": (CHECK, ["-m build --no-isolation"]),
}


def install(requirements: tuple[str, ...]) -> None:
    """Installs what a task needs, unless the environment has it already."""
    files = [HERE / "pyproject.toml", *HERE.glob("requirements/*.txt")]
    wanted = " ".join(requirements) + "\n" + "".join(file.read_text() for file in files)
    marker = ENVIRONMENT / f"installed-{len(requirements)}.txt"
    if marker.is_file() and marker.read_text() == wanted:
        return
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements]
    subprocess.run(command, cwd=HERE, check=True)
    marker.write_text(wanted)


def main() -> None:
    names = sys.argv[1:]
    unknown = [name for name in names if name not in TASKS]
    if unknown or not names:
        sys.exit(f"usage: run.py {'|'.join(TASKS)} …")
    environment = {**os.environ, "PATH": f"{ENVIRONMENT / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    for name in names:
        requirements, commands = TASKS[name]
        install(requirements)
        for command in commands:
            done = subprocess.run([str(PYTHON), *command.split()], cwd=HERE, env=environment, check=False)
            if done.returncode != 0:
                sys.exit(done.returncode)


if __name__ == "__main__":
    main()
