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
/** The knobs of the map generator; none where there is no generator. */
knobs: Array<KnobCard>,
/** What a match can be set to beside its map. */
options: Array<KnobCard>,
/** The original's protocol, if it had one. */
wire: WireCard | null, };

/** Something that can be chosen for a match. */
export type KnobCard = {
/** Its name. */
name: string,
/** What its values are. */
kind: KnobKind,
/** The value where nobody says otherwise; empty: as the map or the rules have it. */
default: string,
/** What it does, in a few words. */
about: string, };

/** What the values of a knob are. */
export type KnobKind = { "is": "number",
/** At least. */
least: number,
/** At most. */
most: number, } | { "is": "switch" } | { "is": "choice",
/** The words. */
of: Array<string>, };

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
