// Starts the bot.

import { takeOutput } from "./meydan.js";

// Before the bot is read: what it prints while it is read must not reach the match.
takeOutput();
const { Bot } = await import("./bot.js");
const { play } = await import("./galaxy.js");

await play(new Bot());
