// Starts the bot.

import { takeOutput } from "./meydan.js";

// Before the bot is read: what it prints while it is read must not reach the match.
takeOutput();
const { play } = await import("./gotham.js");
const { BatmanAI, PoliceAI } = await import("./police-ai.js");
const { JokerAI, ThiefAI } = await import("./thief-ai.js");

await play({ thief: ThiefAI, police: PoliceAI, joker: JokerAI, batman: BatmanAI });
