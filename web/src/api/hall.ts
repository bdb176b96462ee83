// Made from the Rust types by `make types`; do not edit.

import type { Outcome } from '../reel/types';

/** A match that was started. */
export type Created = {
/** Its name from now on. */
id: string,
/** The seats that wait for people. */
humans: Array<HumanSeat>, };

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
/** `running`, `over`, `paused` or `failed`. */
state: 'running' | 'over' | 'paused' | 'failed',
/** How it ended. */
outcome: Outcome | null,
/** How many windows were played. */
windows: number,
/** When it began, in milliseconds since 1970. */
started: number, };

/** A match to be played. */
export type Order = {
/** The game. */
game: string,
/** Who plays. */
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
board?: Record<string, unknown>, };

/** A match to be taken up again. */
export type Resume = {
/** The saved match. */
resume: string, };

/** Who sits on a seat. */
export type SeatCard = {
/** The seat. */
seat: number,
/** Its side. */
side: number,
/** Who sits there. */
name: string, };
