"""The example of docs/dlt.md runs against the real service."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from parley_client import Client

from .invented import meeting
from .service import REPOSITORY, Service


def test_the_example_loads_a_warehouse(service: Service, client: Client, key: str, tmp_path: Path) -> None:
    client.ingest_meeting(meeting(1, ["Shall we start?", "Yes."]))
    text = (REPOSITORY / "docs" / "dlt.md").read_text()
    script = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    query = "\n".join(re.findall(r"```sql\n(.*?)```", text, re.DOTALL))
    ask = "with pipeline.sql_client() as sql:\n    print(sql.execute_sql(query))\n"
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"query = {query!r}\n{script}\n{ask}".replace("http://127.0.0.1:8080", service.base_url),
        ],
        cwd=tmp_path,
        env={**os.environ, "PARLEY_API_KEY": key, "HOME": str(tmp_path), "DLT_DATA_DIR": str(tmp_path / "dlt")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (
        "[('Call 1 with Acme', 'Grace Lund', 'Shall we start?'), ('Call 1 with Acme', 'Grace Lund', 'Yes.')]"
        in done.stdout
    )
