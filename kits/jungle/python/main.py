"""Starts the bot."""

from bot import Bot
from jungle import play

if __name__ == "__main__":
    play(Bot)
