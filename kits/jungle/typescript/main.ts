// Starts the bot.

import { Bot } from "./bot.js";
import { play } from "./jungle.js";

await play(() => new Bot());
