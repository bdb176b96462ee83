"""Starts the bot."""

from bot import Bot
from galaxy import play

if __name__ == "__main__":
    play(Bot())
