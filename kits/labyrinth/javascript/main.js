// Starts the bot.

import { Bot } from "./bot.js";
import { play } from "./labyrinth.js";

await play((game) => new Bot(game));
