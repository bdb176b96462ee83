"""Starts the bot."""

from gotham import AgentType, play
from police_ai import BatmanAI, PoliceAI
from thief_ai import JokerAI, ThiefAI

if __name__ == "__main__":
    play(
        {
            AgentType.THIEF: ThiefAI,
            AgentType.POLICE: PoliceAI,
            AgentType.JOKER: JokerAI,
            AgentType.BATMAN: BatmanAI,
        }
    )
