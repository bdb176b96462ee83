// Made from the Rust types by `make types`; do not edit.

import type { Outcome } from '../reel/types';

/** Somebody who has come in. */
export type Arrived = {
/** The room. */
code: string,
/** Their number in it. */
id: number,
/** What they show from now on, also to sit on their seat in the room's matches. It is told once. */
key: string, };

/** A match that is over, to be played on from one of its windows as a match of its own. */
export type Branch = {
/** The match. */
from: string,
/** How many of its windows stay as they were played. */
windows: number,
/** Who plays from there, as in an order. */
seats: Array<string>, };

/** The chat as somebody is told of it. */
export type ChatCard = {
/** Whether one may say something. */
on: boolean,
/** Lines before this number are gone. */
first: number,
/** What was said since the card before, or all there is. */
said: Array<ChatLine>, };

/** One line of a chat. It is text and never markup. */
export type ChatLine = {
/** Its number. */
n: number,
/** Who said it. */
name: string,
/** What was said. */
text: string,
/** When, in milliseconds since 1970. */
at: number, };

/** A match that was begun or taken up again. */
export type Created = {
/** Its name. */
id: string,
/** The key of its owner, who may cancel, delete and resume it. Only the owner is told. */
owner: string | null,
/** The seats that wait for people, for the owner. */
humans: Array<HumanSeat>, };

/** The match of a room. */
export type CurrentCard = {
/** Its name. */
id: string,
/** Whether it is set up; before that there is nothing to see. */
begun: boolean,
/** Where it stands. */
state: MatchState,
/** Why it is paused, void or cancelled. */
reason: string | null,
/** Which seats people of the room play: the seat and the person. */
people: Array<[number, number]>,
/** How often it was taken up again. */
takes: number, };

/** What somebody does in a room. */
export type Deed = { "do": "sit",
/** The seat. */
seat: number, } | { "do": "stand" } | { "do": "leave" } | { "do": "say",
/** What. */
text: string, } | { "do": "start" } | { "do": "swap" } | { "do": "go-on" } | { "do": "end-match" } | { "do": "choose",
/** What. */
wish: RoomWish,
/** How many seats there are. */
seats: number, } | { "do": "put",
/** The seat. */
seat: number,
/** The bot; nobody if left out. */
house?: string, } | { "do": "chat",
/** Whether they may. */
on: boolean, } | { "do": "clear-chat" } | { "do": "door",
/** Whether they may. */
open: boolean, } | { "do": "kick",
/** Who. */
person: number, };

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

/** Somebody who wants to come in. */
export type NewPerson = {
/** What the others call them. */
name: string, };

/** A room to be opened. Whoever opens it comes in as its owner. */
export type NewRoom = {
/** The owner's name. */
name: string,
/** What is to be played. */
wish: RoomWish,
/** How many seats there are: one for each side, or one for each seat of the game. */
seats: number,
/** Whether people may talk; they may if nothing is said. */
chat?: boolean, };

/** What a page that shows the newest match is told whenever there is something new. */
export type News = {
/** How many matches there were. */
number: number,
/** Why what was written last is not played: what its build said. */
trouble: string | null, };

/** A match to be played. */
export type Order = {
/** The game. */
game: string,
/** Who plays: `house:NAME`, `human`, `human:NAME` for a person with a name, or a bot that this arena allows. */
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

/** Somebody in a room. */
export type PersonCard = {
/** Their number. */
id: number,
/** What they are called. */
name: string,
/** Whether the room is theirs. */
owner: boolean,
/** Whether they are there now. */
here: boolean, };

/** A match that was played in a room. */
export type Played = {
/** Its name. */
id: string,
/** The game. */
game: string,
/** The map. */
map: string,
/** When it ended, in milliseconds since 1970. */
at: number,
/** Its sides. */
sides: Array<PlayedSide>, };

/** One side of a match that was played in a room. */
export type PlayedSide = {
/** Who played it. */
names: Array<string>,
/** 1 is best. */
rank: number, };

/** A paused match to be taken up again. */
export type Resume = {
/** The match. */
resume: string,
/** Who plays from now on, as in an order. Left out, the same house bots and people play on. */
seats?: Array<string>, };

/** A room as somebody sees it. */
export type RoomCard = {
/** Its name. */
code: string,
/** Who you are in it; nobody who has not come in. */
you: number | null,
/** What is played. */
wish: RoomWish,
/** Who sits where. */
seats: Array<RoomSeat>,
/** Who has come in. */
people: Array<PersonCard>,
/** How many are there and sit nowhere. */
watching: number,
/** Whether new people may come in. */
open: boolean,
/** What is said, for who has come in. */
chat: ChatCard,
/** Who has won how often, the best first. */
scores: Array<Score>,
/** What was played, the latest first. */
played: Array<Played>,
/** The match that is played here, or was the last one. */
current: CurrentCard | null, };

/** How long people may take in a room, in seconds. Bots have the game's own clocks. */
export type RoomClock = {
/** For each window. */
turn_s: number,
/** Beyond that, over the whole match. */
bank_s: number, };

/** Who sits on a seat of a room. */
export type RoomSeat = "free" | { "person": number } | { "house": string };

/** What is to be played in a room. */
export type RoomWish = {
/** The game. */
game: string,
/** The map's name; the game's first if left out. */
map?: string,
/** The ruleset; the game's first if left out. */
ruleset?: string,
/** How long people may take. */
clock?: RoomClock, };

/** How somebody has done in a room. */
export type Score = {
/** Who. */
name: string,
/** Whether it is a house bot. */
house: boolean,
/** Matches that were played to their end. */
played: number,
/** Those in which they alone were first. */
won: number,
/** Those in which they shared the first place. */
drawn: number, };

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
