"""Lines of JSON between a match and a bot: the same file in every Python kit. There is no need to change it."""

import json
import os
import socket
import sys
from typing import Any, Optional, TextIO


def log(*words: Any) -> None:
    """Writes a line to standard error. Meydan keeps it beside the turn in which it was written."""
    print(*words, file=sys.stderr, flush=True)


_taken: Optional[TextIO] = None


def take_output() -> TextIO:
    """Takes standard output for the match: from here on whatever is printed goes to standard error."""
    global _taken
    if _taken is None:
        _taken = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)
        sys.stdout = sys.stderr
    return _taken


class Match:
    """The match at the other end of the line."""

    def __init__(self, reader: TextIO, writer: TextIO):
        self._reader = reader
        self._writer = writer

    @staticmethod
    def open() -> "Match":
        """Standard input and output, or the socket that MEYDAN_SOCKET names (HOST:PORT): then a debugger has the
        terminal. From here on `print` writes to standard error, because standard output belongs to the match."""
        reader, writer = sys.stdin, take_output()
        address = os.environ.get("MEYDAN_SOCKET")
        if address:
            host, port = address.rsplit(":", 1)
            link = socket.create_connection((host, int(port)))
            reader = link.makefile("r", encoding="utf-8")
            writer = link.makefile("w", encoding="utf-8")
        return Match(reader, writer)

    def receive(self) -> Optional[dict]:
        """The next message, or `None` when the match is over."""
        line = self._reader.readline()
        return json.loads(line) if line else None

    def send(self, message: dict) -> None:
        """Sends one message."""
        self._writer.write(json.dumps(message) + "\n")
        self._writer.flush()

    def act(self, window: int, act: Any) -> None:
        """Acts in a window."""
        self.send({"window": window, "act": act})

    def note(self, window: int, note: Any) -> None:
        """Keeps something beside a window, for the viewer; opponents never see it."""
        self.send({"window": window, "note": note})

    def done(self, window: int) -> None:
        """Ends a window."""
        self.send({"window": window, "done": True})
