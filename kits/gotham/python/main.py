"""Starts the bot."""

from meydan import take_output

# Before the bot is read: what it prints while it is read must not reach the match.
take_output()

from gotham import AgentType, play  # noqa: E402
from police_ai import BatmanAI, PoliceAI  # noqa: E402
from thief_ai import JokerAI, ThiefAI  # noqa: E402

if __name__ == "__main__":
    play(
        {
            AgentType.THIEF: ThiefAI,
            AgentType.POLICE: PoliceAI,
            AgentType.JOKER: JokerAI,
            AgentType.BATMAN: BatmanAI,
        }
    )
