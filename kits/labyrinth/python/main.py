"""Starts the bot."""

from bot import Bot
from labyrinth import play

if __name__ == "__main__":
    play(Bot)
