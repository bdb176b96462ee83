// Made from the Rust types by `make types`; do not edit.

import type { Outcome, Seat, Side } from '../reel/types';

/** The clock of a window. */
export type ClockNow = {
/** Its name. */
name: string,
/** How long the seat has, in milliseconds; 0 means no limit. */
ms: number,
/** What the seat has left for the whole match, in milliseconds. Left out where only windows are limited. */
left?: number, };

/** One line of a bot. It may hold several of these at once; a note comes first, then the act, then the end. */
export type FromBot = {
/** The window the line is meant for; a line for another window is dropped. */
window?: number,
/** An act. */
act?: unknown,
/** Something to be drawn in the viewer. */
note?: unknown,
/** `true` ends the bot's window. */
done?: boolean, };

/** When the acts of a window take effect. */
export type Mode = "sealed" | "live";

/** Whether a seat may act again in this window. */
export type NextAct = "more" | "done";

/** The first message. */
export type Start = {
/** [`PROTOCOL`]. */
protocol: number,
/** The game's name. */
game: string,
/** The version of its rules. */
rules: number,
/** The ruleset's name. */
ruleset: string,
/** The map's name. */
map: string,
/** The bot's seat. */
seat: Seat,
/** Its side. */
side: Side,
/** What the game calls the seat. */
label: string,
/** The side of every seat. */
sides: Array<Side>,
/** Every clock in milliseconds; 0 means no limit. */
clocks: Record<string, number>,
/** The game's config, map included. */
config: unknown, };

/** What Meydan sends to a bot. */
export type ToBot<V, E> = { "type": "start" } & Start | { "type": "turn",
/** The window's number. */
window: number,
/** Which clock runs, and how long the seat has. */
clock: ClockNow,
/** Whether acts count at once (`live`) or when the window closes (`sealed`). */
mode: Mode,
/** All that the seat may know. */
view: V,
/** What went wrong since the last turn, in words. Left out when nothing did. */
errors?: Array<string>, } | { "type": "ok",
/** The window's number. */
window: number,
/** Whether the seat may act again. */
next: NextAct,
/** The fresh view, if it may. */
view?: V,
/** And what happened, as far as it may know that. Left out where nothing did. */
events?: Array<E>, } | { "type": "rejected",
/** The window's number. */
window: number,
/** Whether the seat may act again. */
next: NextAct,
/** Why. */
reason: string, } | { "type": "end",
/** How it ended for everybody. */
outcome: Outcome,
/** The last view. */
view: V, };
