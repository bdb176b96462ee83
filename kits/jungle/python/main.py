"""Starts the bot."""

from meydan import take_output

# Before the bot is read: what it prints while it is read must not reach the match.
take_output()

from bot import Bot  # noqa: E402
from jungle import play  # noqa: E402

if __name__ == "__main__":
    play(Bot)
