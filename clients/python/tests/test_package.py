"""The generated files and the wheel."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from .service import REPOSITORY

FOLDER = REPOSITORY / "clients" / "python"


def test_the_generated_files_are_what_openapi_json_says() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/generate.py", "--check"], cwd=FOLDER, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_wheel_is_complete(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(FOLDER)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as content:
        names = content.namelist()
        info = "parley_client-0.1.0.dist-info"
        assert content.read(f"{info}/licenses/LICENSE") == (REPOSITORY / "LICENSE").read_bytes()
        metadata = content.read(f"{info}/METADATA").decode()
    assert (FOLDER / "README.md").read_text() in metadata
    sources = {
        str(path.relative_to(FOLDER / "src"))
        for path in (FOLDER / "src").rglob("*")
        if path.suffix in {".py", ".typed"}
    }
    assert sources == {name for name in names if ".dist-info/" not in name}
    assert "parley_client/py.typed" in names
