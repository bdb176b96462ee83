// Starts the bot.

import { takeOutput } from "./meydan.js";

// Before the bot is read: what it prints while it is read must not reach the match.
takeOutput();
const { AI } = await import("./ai.js");
const { play } = await import("./heroes.js");

await play(new AI());
