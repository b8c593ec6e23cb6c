"""Waiting until everything that was written can be read everywhere."""

from __future__ import annotations

import time

from parley_client import Client

MARKER = "marker@parley.example"


def settle(client: Client) -> None:
    """Waits until the service has done all jobs and everything that was written is among the changes."""
    while any(kind["waiting"] + kind["running"] for kind in client.get_job_summary()["jobs"]):
        time.sleep(0.05)
    cursor = client.list_changes(after="now")["next"]
    title = f"{time.time_ns()}"
    client.put_users({"users": [{"email": MARKER, "title": title}]})
    # The changes of what was written before may still follow the cursor, and precede that of the marker.
    for change in client.changes(after=cursor, types=["user"], wait_seconds=60, include_data=True):
        if change.get("data", {}).get("title") == title:
            return
