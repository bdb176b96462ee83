// Made from the Rust types by `make types`; do not edit.

/** A clock of a ruleset. */
export type ClockCard = {
/** The ruleset. */
ruleset: string,
/** The clock. */
name: string,
/** What it gives, in milliseconds. */
ms: number, };

/** What a list says about a game. */
export type GameCard = {
/** Its name, as commands and files have it. */
name: string,
/** What it is, in a sentence. */
about: string,
/** How many sides a match may have; in most games a side has one seat. */
seats: Sides,
/** The maps that are built in, the usual one first. */
maps: Array<string>,
/** The rulesets, the usual one first. */
rulesets: Array<string>,
/** The clocks of each ruleset. */
clocks: Array<ClockCard>,
/** The house bots, weakest first. */
house_bots: Array<string>,
/** The original's protocol, if it had one. */
wire: WireCard | null, };

/** How many sides a match may have. */
export type Sides = {
/** At least. */
least: number,
/** At most. */
most: number, };

/** The original's protocol. */
export type WireCard = {
/** What it speaks. */
speaks: string,
/** The port the original listened on. */
port: number, };
