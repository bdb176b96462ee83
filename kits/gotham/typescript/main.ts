// Starts the bot.

import { play } from "./gotham.js";
import { BatmanAI, PoliceAI } from "./police-ai.js";
import { JokerAI, ThiefAI } from "./thief-ai.js";

await play({ thief: ThiefAI, police: PoliceAI, joker: JokerAI, batman: BatmanAI });
