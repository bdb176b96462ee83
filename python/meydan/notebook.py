"""A match in a notebook: the page's own stage, served by the `meydan` program."""

from __future__ import annotations

import atexit
import html
import os
import re
import shutil
import subprocess
import tempfile
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meydan.trace import Trace

#: How many seconds the program has to say where it shows a match.
PATIENCE = 20.0

_viewers: list[subprocess.Popen[str]] = []


def program() -> str | None:
    """The `meydan` program: the one that MEYDAN names, or the one on the path."""
    return os.environ.get("MEYDAN") or shutil.which("meydan")


def show(trace: Trace) -> str:
    """A trace as HTML: the page in a frame where the program shows it, else the last position as text."""
    found = program()
    if found is None:
        return _plain(trace, "Put the program `meydan` on the path to see the match on its stage.")
    address = _address(found, trace)
    if address is None:
        return _plain(trace, f"The program `{found}` could not show the match.")
    source = html.escape(address, quote=True)
    return f'<iframe src="{source}" style="width: 100%; height: 560px; border: 0"></iframe>'


def _address(program: str, trace: Trace) -> str | None:
    """Where the program shows a trace; nothing if it does not run, ends, or keeps silent for too long."""
    file = tempfile.NamedTemporaryFile("wb", suffix=".trace", delete=False)
    file.write(trace.data)
    file.close()
    try:
        viewer = subprocess.Popen(
            [program, "view", file.name],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except OSError:
        os.unlink(file.name)
        return None
    told: list[str] = []
    done = threading.Event()

    def listen() -> None:
        assert viewer.stdout is not None
        # It is read to the end, so that the program never waits for a full pipe.
        for line in viewer.stdout:
            if not told and (address := re.search(r"https?://\S+", line)):
                told.append(address.group().rstrip("."))
                done.set()
        done.set()

    threading.Thread(target=listen, daemon=True).start()
    try:
        done.wait(PATIENCE)
    finally:
        if told:
            _viewers.append(viewer)
        else:
            viewer.kill()
            viewer.wait()
            os.unlink(file.name)
    return told[0] if told else None


def _plain(trace: Trace, why: str) -> str:
    from meydan.replay import apply, environment

    match = environment(trace)
    for entry in trace.entries:
        apply(match, entry)
    text = match.render("ansi")
    return f"<pre>{html.escape(text)}</pre><p>{html.escape(why)}</p>"


@atexit.register
def _close() -> None:
    for viewer in _viewers:
        viewer.terminate()
