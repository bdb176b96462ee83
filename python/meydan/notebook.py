"""A match in a notebook: the page's own stage, served by the `meydan` program."""

from __future__ import annotations

import atexit
import html
import os
import re
import shutil
import subprocess
import tempfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meydan.trace import Trace

_viewers: list[subprocess.Popen[str]] = []


def program() -> str | None:
    """The `meydan` program: the one that MEYDAN names, or the one on the path."""
    return os.environ.get("MEYDAN") or shutil.which("meydan")


def show(trace: Trace) -> str:
    """A trace as HTML: the page in a frame where the program is found, else the last position as text."""
    found = program()
    if found is None:
        return _plain(trace, "Put the program `meydan` on the path to see the match on its stage.")
    file = tempfile.NamedTemporaryFile("wb", suffix=".trace", delete=False)
    file.write(trace.data)
    file.close()
    viewer = subprocess.Popen(
        [found, "view", file.name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    _viewers.append(viewer)
    assert viewer.stdout is not None
    for line in viewer.stdout:
        address = re.search(r"https?://\S+", line)
        if address:
            source = html.escape(address.group().rstrip("."), quote=True)
            return f'<iframe src="{source}" style="width: 100%; height: 560px; border: 0"></iframe>'
    return _plain(trace, "The program `meydan` could not show the match.")


def _plain(trace: Trace, why: str) -> str:
    from meydan.render import render
    from meydan.replay import apply, environment

    match = environment(trace)
    for entry in trace.entries:
        apply(match, entry)
    text = render(match.game, match.config(), match.view(), "ansi")
    return f"<pre>{html.escape(text)}</pre><p>{html.escape(why)}</p>"


@atexit.register
def _close() -> None:
    for viewer in _viewers:
        viewer.terminate()
