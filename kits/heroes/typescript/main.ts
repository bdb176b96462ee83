// Starts the bot.

import { AI } from "./ai.js";
import { play } from "./heroes.js";

await play(new AI());
