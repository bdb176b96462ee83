"""Starts the bot."""

from ai import AI
from heroes import play

if __name__ == "__main__":
    play(AI)
