// Made from the Rust types by `make types`; do not edit.

import type { Outcome } from '../reel/types';

/** A match that is over, to be played on from one of its windows as a match of its own. */
export type Branch = {
/** The match. */
from: string,
/** How many of its windows stay as they were played. */
windows: number,
/** Who plays from there, as in an order. */
seats: Array<string>, };

/** A match that was begun or taken up again. */
export type Created = {
/** Its name. */
id: string,
/** The key of its owner, who may cancel, delete and resume it. Only the owner is told. */
owner: string | null,
/** The seats that wait for people, for the owner. */
humans: Array<HumanSeat>, };

/**
 * To whom something of a match is shown while the match goes on. When it is over, everything is shown to everybody.
 * Later ones are stricter.
 */
export type Disclosure = "public" | { "delayed": number } | "participants" | "after-end";

/** The kinds of entrants. */
export type EntrantKind = "house" | "bot" | "wire" | "person";

/** A seat that waits for a person. */
export type HumanSeat = {
/** The seat. */
seat: number,
/** What opens it. */
key: string, };

/** What a list says about a match. */
export type MatchCard = {
/** Its name. */
id: string,
/** The game. */
game: string,
/** The ruleset. */
ruleset: string,
/** The map. */
map: string,
/** Who plays. */
seats: Array<SeatCard>,
/** Where it stands. */
state: MatchState,
/** Why it is paused, void or cancelled, and what could not be kept. */
reason: string | null,
/** How it ended. */
outcome: Outcome | null,
/** How many windows were played. */
windows: number,
/** When it began, in milliseconds since 1970. */
started: number,
/** Whether everybody may see it now. */
open: boolean, };

/** Some matches, newest first. */
export type MatchList = {
/** The matches. */
matches: Array<MatchCard>,
/** What to ask for with `after` to have the next ones; nothing after the last page. */
next: string | null, };

/**
 * Where a match stands. The same words are in files, in JSON and on the page.
 *
 * ```
 * use meydan_arena::MatchState;
 *
 * assert!(MatchState::Paused.may_become(MatchState::Running));
 * assert!(!MatchState::Over.may_become(MatchState::Running));
 * ```
 */
export type MatchState = "running" | "over" | "paused" | "void" | "cancelled";

/** A match to be played. */
export type Order = {
/** The game. */
game: string,
/** Who plays: `house:NAME`, `human`, or a bot that this arena allows. */
seats: Array<string>,
/** The map's name; the game's first if left out. */
map?: string,
/** The ruleset; the game's first if left out. */
ruleset?: string,
/** What fixes all chance; drawn if left out. A number or, because a page cannot hold every 64-bit number, a text. */
seed?: number | string,
/** A pause between windows, so that a person can follow a match of house bots. */
pace_ms?: number,
/** Knobs of the map generator: a new map instead of a known one. */
board?: Record<string, unknown>,
/** What the match is set to beside its map: options of the game, as its card lists them. */
set?: Record<string, unknown>,
/** What others may see of it while it is played; never more than the game's secrets allow. */
disclosure?: Disclosure, };

/** A paused match to be taken up again. */
export type Resume = {
/** The match. */
resume: string,
/** Who plays from now on, as in an order. Left out, the same house bots and people play on. */
seats?: Array<string>, };

/** Who sits on a seat. */
export type SeatCard = {
/** The seat. */
seat: number,
/** Its side. */
side: number,
/** Who sits there. */
name: string,
/** What kind of entrant that is. */
kind: EntrantKind, };
