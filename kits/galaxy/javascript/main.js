// Starts the bot.

import { Bot } from "./bot.js";
import { play } from "./galaxy.js";

await play(new Bot());
