"""The examples of the README run, in order, against the real service."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .service import REPOSITORY, Service

README = REPOSITORY / "clients" / "python" / "README.md"

EXPECTED = [
    r"^0 users on the first of 0 pages$",
    r"^meeting \d+ is new$",
    r"^2026-03-02T09:00:00Z ada@parley\.example$",
    r"^meeting \d+$",
    r"^\['First call with Acme'\]$",
    r"^call 2 is meeting \d+$",
    r"^404 \w+ .+",
]


@pytest.fixture
def script(service: Service) -> str:
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    text = "\n".join(blocks)
    return text.replace("http://127.0.0.1:8080", service.base_url).replace(
        "http://127.0.0.1:8081", service.receiver_url
    )


def test_the_examples_run(script: str, key: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"PARLEY_API_KEY": key},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for pattern in EXPECTED:
        assert re.search(pattern, done.stdout, re.MULTILINE), f"{pattern} is not in\n{done.stdout}"


def test_the_examples_have_the_right_types(script: str, tmp_path: Path) -> None:
    file = tmp_path / "examples.py"
    file.write_text(script)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(file)],
        cwd=REPOSITORY / "clients" / "python",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
