// Made from the Rust types by `make types`; do not edit.

import type { Outcome } from '../reel/types';

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

export type RoomClock = { turn_s: number, bank_s: number, };
export type RoomWish = { game: string, map?: string, ruleset?: string, clock?: RoomClock, };
export type RoomSeat = "free" | { "person": number } | { "house": string };
export type NewRoom = { name: string, wish: RoomWish, seats: number, chat?: boolean, };
export type NewPerson = { name: string, };
export type Arrived = { code: string, id: number, key: string, };
export type ChatLine = { n: number, name: string, text: string, at: number, };
export type ChatCard = { on: boolean, first: number, said: Array<ChatLine>, };
export type Score = { name: string, house: boolean, played: number, won: number, drawn: number, };
export type PlayedSide = { names: Array<string>, rank: number, };
export type Played = { id: string, game: string, map: string, at: number, sides: Array<PlayedSide>, };
export type PersonCard = { id: number, name: string, owner: boolean, here: boolean, };
export type CurrentCard = { id: string, begun: boolean, state: MatchState, reason: string | null, people: Array<[number, number]>, takes: number, };
export type RoomCard = { code: string, you: number | null, wish: RoomWish, seats: Array<RoomSeat>, people: Array<PersonCard>, watching: number, open: boolean, chat: ChatCard, scores: Array<Score>, played: Array<Played>, current: CurrentCard | null, };
export type Deed = { "do": "sit", seat: number, } | { "do": "stand" } | { "do": "say", text: string, } | { "do": "start" } | { "do": "swap" } | { "do": "go-on" } | { "do": "end-match" } | { "do": "choose", wish: RoomWish, seats: number, } | { "do": "put", seat: number, house?: string, } | { "do": "chat", on: boolean, } | { "do": "clear-chat" } | { "do": "door", open: boolean, } | { "do": "kick", person: number, };
