// Made from the Rust types by `make types`; do not edit.

/** The last line of a reel. */
export type End = { kind: 'end', outcome?: Outcome,
/** Why there is no outcome: the match was cut off, or the rest cannot be read. */
trouble?: string,
/** What seats still said and did wrong after the last window. */
after?: LastWords, };

/**
 * What a seat did wrong, in words its author understands. A fault never stops a match; what the seat's silence
 * means is decided by the rules.
 */
export type Fault = {
/** Who. */
seat: Seat,
/** In which window. */
window: number,
/** What kind of mistake it was. */
kind: FaultKind,
/** The mistake in a sentence. */
text: string, };

/** The kinds of mistakes a seat can make. */
export type FaultKind = "start" | "timeout" | "late" | "gone" | "garbage" | "flood" | "rejected";

/** One window of a reel: what was done in it, what happened, and how everything stands after it. */
export type Frame<View = Unknown, Event = Unknown, Action = Unknown> = { kind: 'frame', window: number,
/** Which clock ran. */
clock: string,
/** Who was asked. */
asked: Array<Seat>, acts: Array<[Seat, Action]>, events: Array<Event>,
/** How everything stands after the window. */
view: View,
/** How long each seat took, in microseconds. */
times: Array<[Seat, number]>, faults: Array<Fault>, notes: Array<[Seat, unknown]>, stderr: Array<[Seat, string]>,
/** Exceptions that programs reported in their error output. */
exceptions?: Array<[Seat, string]>,
/** Seats that left for good in this window. */
left: Array<Seat>, };

/** The last words of the seats. */
export type LastWords = { faults: Array<Fault>, notes: Array<[Seat, unknown]>, stderr: Array<[Seat, string]>, exceptions?: Array<[Seat, string]>, };

/** The first line of a reel. */
export type Opening<Config = Unknown, View = Unknown> = { kind: 'opening', game: string, rules: number, ruleset: string, map: string,
/** As text, because a page cannot hold every 64-bit number. */
seed: string, seats: Array<SeatInfo>,
/** Milliseconds per clock; 0 is no limit. */
clocks: Record<string, number>, config: Config,
/** How everything stands before the first window. */
view: View, };

/** How a match ended: one line per seat, best first, and the reason in a word or two. */
export type Outcome = {
/** Why it ended, in the game's own words: `victory`, `turn limit`, `strategic`. */
reason: string,
/** One entry per seat in seat order. */
standings: Array<Standing>, };

/** Whoever decides: one bot process, one person, one recording. Seats count from 0. */
export type Seat = number;

/** Who sits on a seat. */
export type SeatInfo = { seat: Seat, side: Side, label: string, name: string, };

/** A group of seats that win and lose together. Sides count from 0. */
export type Side = number;

/** Where one seat ended. */
export type Standing = {
/** The seat. */
seat: Seat,
/** Its side. */
side: Side,
/** 1 is best. Equal results share a rank and the next rank is skipped: 1, 1, 3. */
rank: number,
/** The score as the game counts it. */
score: number, };

/** What only a game knows; the page's shell carries it without looking. */
export type Unknown = unknown;
