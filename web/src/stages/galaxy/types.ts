// Made from the Rust types by `make types`; do not edit.

import type { Seat } from '../../reel/types';

/** One decision of a player. Planets are named by their number. */
export type Action = { "place": {
/** Where. */
planet: number, } } | { "deploy": {
/** Where. */
planet: number,
/** How many. */
troops: number, } } | { "attack": {
/** The player's planet that attacks. */
from: number,
/** The planet that is attacked. */
to: number,
/** The attack goes on while there are this many attackers for each defender. */
ratio: number,
/** Which part of the remaining troops moves in after a win, between 0 and 1. */
share: number, } } | { "feint": {
/** The player's planet that attacks. */
from: number,
/** The planet that is attacked. */
to: number,
/** The attack goes on while there are this many attackers for each defender. */
ratio: number, } } | { "move": {
/** From where. */
from: number,
/** To where. */
to: number,
/** How many. */
troops: number, } } | { "fort": {
/** Where. */
planet: number,
/** How many. */
troops: number, } } | "next";

/** The map and the rules of a match. Cheap to clone: everything is shared. */
export type Config = { rules: Rules, map: Map, };

/** Up to three dice in the order in which they fell. */
export type Dice = Array<number>;

/** When four strategic planets are looked for (spec 8). */
export type EarlyWinCheck = "action" | "turn_end";

/**
 * What happened, for the record and the viewer.
 *
 * Folding the events over the start position gives every later position, so the original's log files can be
 * written from them. The first turn has begun before the first event.
 */
export type Event = { "turn_started": {
/** The turn's number. */
turn: number,
/** Whose turn it is. */
player: Seat,
/** What the reserve grew by. */
income: number, } } | { "placed": {
/** By whom. */
player: Seat,
/** Where. */
planet: PlanetId, } } | { "deployed": {
/** By whom. */
player: Seat,
/** Where. */
planet: PlanetId,
/** How many. */
troops: number, } } | { "claimed": {
/** To whom. */
player: Seat,
/** Which. */
planet: PlanetId, } } | { "attacked": {
/** By whom. */
player: Seat,
/** From where. */
from: PlanetId,
/** What is attacked. */
to: PlanetId, } } | { "rolled": {
/** The attacker's dice as they fell. */
attacker: Dice,
/** The defender's. */
defender: Dice, } } | { "fought": {
/** From where. */
from: PlanetId,
/** What was attacked. */
to: PlanetId,
/** Whether the attacker took the planet. */
won: boolean,
/** Who owns the target now. */
owner: Seat,
/** Troops left on the attacking planet. */
from_troops: number,
/** Troops on the target. */
to_troops: number,
/** Fort troops on the target. */
to_forts: number, } } | { "stumbled": {
/** From where. */
from: PlanetId,
/** What was attacked. */
to: PlanetId, } } | { "moved": {
/** By whom. */
player: Seat,
/** From where. */
from: PlanetId,
/** To where. */
to: PlanetId,
/** How many. */
troops: number, } } | { "passed": {
/** Which. */
planet: PlanetId, } } | { "fortified": {
/** By whom. */
player: Seat,
/** Where. */
planet: PlanetId,
/** How many troops were given. */
troops: number,
/** Fort troops on the planet now. */
forts: number, } } | { "stage_changed": {
/** The stage now. */
stage: Stage, } } | { "turn_ended": {
/** The turn's number. */
turn: number,
/** Why. */
why: TurnEnd, } } | { "ended": {
/** Why. */
why: MatchEnd,
/** Who held enough strategic planets, if that ended it. */
winner: Seat | null, } } | { "scored": {
/** Whose. */
player: Seat,
/** How much. */
score: number, } };

/** A map as the config's JSON shows it. */
export type Map = { name: string | null, planets: number, edges: Array<[PlanetId, PlanetId]>, strategic: Array<Strategic>,
/** Where each planet is drawn, from 0 to 100 both ways. */
positions: Array<[number, number]> | null, };

/** Why a match is over. */
export type MatchEnd = "strategic" | "turns";

/** The two parts of a match. */
export type Phase = "start" | "main";

/** A planet's number; planets count from 0. */
export type PlanetId = number;

/** How the latest act of this turn went, beyond that it was taken. */
export type Reply = "plain" | "won" | "not_won" | "stumbled" | "claimed_only";

/** The constants of the rules, under the names of the contest's settings file (spec 2). */
export type Rules = {
/** Whose word counts. */
ruleset: Ruleset,
/** How many players there are. */
number_of_players: number,
/** Every player's reserve at the start, and the number of its turns in the start phase. */
initial_troop: number,
/** The last turn. */
number_of_turns: number,
/** `official`: the match does not end before the end of this turn. */
minimum_number_of_turns: number,
/** When strategic planets are counted. */
early_win_check: EarlyWinCheck,
/** The first turn in which they count. */
early_win_from_turn: number,
/** How many strategic planets end the match. */
number_of_strategic_nodes_to_win: number,
/** What the first win of a turn adds to the reserve. */
number_of_troops_after_successful_attack: number,
/** How many fort troops one troop becomes. */
fort_coef: number,
/** `official`: the least income of a turn. */
minimum_troops_per_turn: number, };

/** Whose word counts where the rule document and the contest's server differ (spec 14). */
export type Ruleset = "document" | "official";

/** The position inside a turn. */
export type Stage = "deploy" | "attack" | "move" | "fort" | "finished" | "placed";

/** A planet that brings troops every turn and decides the match. */
export type Strategic = {
/** The planet. */
planet: PlanetId,
/** How many troops it brings per turn; the fewer, the more points it is worth at the end. */
score: number, };

/** Why a turn is over. */
export type TurnEnd = "done" | "timeout" | "won";

/** All that one viewer may know. The board is open; reserves and who still has its fort are a player's own matter. */
export type View = {
/** For whom the view is made; nobody for a spectator. */
me: Seat | null,
/** The number of the turn; the first is 1. */
turn: number,
/** Whose turn it is. */
player: Seat,
/** Start phase or main phase. */
phase: Phase,
/** The position inside the turn. */
stage: Stage,
/** The owner of every planet; `null` for a free one. */
owners: Array<Seat | null>,
/** The troops on every planet, fort troops not counted. */
troops: Array<number>,
/** The fort troops on every planet. */
forts: Array<number>,
/** Every player's troops that are not on the map; `null` where they are not the viewer's to know. */
reserves: Array<number | null>,
/** Which players have built their fort; `null` where it is not the viewer's to know. */
fort_used: Array<boolean | null>,
/** Whether this turn's transfer was made. */
moved: boolean,
/** Whether this turn's bonus for a win was given. */
bonus: boolean,
/** How the latest act of this turn went. */
reply: Reply,
/** Whether the match is decided; nobody may act any more. */
decided: boolean,
/** The score of every player as the board stands; the final one once the match is decided. */
scores: Array<number>, };
