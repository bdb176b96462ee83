// Made from the Rust types by `make types`; do not edit.

/** An ability. */
export type Ability = {
/** Its name. */
name: Name,
/** What it does. */
kind: AbilityKind,
/** How far it reaches, in side steps. */
range: number,
/** Action points for one use. */
cost: number,
/** Turns until it can be used again. */
cooldown: number,
/** How far around the impact cell it acts, in side steps. */
area: number,
/** Health taken or given. */
power: number,
/** Whether it flies over walls and heroes. */
lobbing: boolean,
/** A flag of the original's maps that no rule reads. */
piercing: boolean, };

/** What an ability does. It follows from this alone, never from the name. */
export type AbilityKind = "offensive" | "defensive" | "dodge" | "fortify";

/**
 * One order of a team. A team may give many in one window; they are kept until it closes.
 *
 * ```
 * use meydan_heroes::{Action, Direction};
 *
 * let order: Action = serde_json::from_str(r#"{"move": {"hero": 3, "direction": "up"}}"#).unwrap();
 * assert_eq!(order, Action::Move { hero: 3, direction: Direction::Up });
 * ```
 */
export type Action = { "pick": {
/** The class. */
class: Name, } } | { "move": {
/** The hero's id. */
hero: number,
/** Where to, from the cell where it stands now. */
direction: Direction, } } | { "cast": {
/** The hero's id. */
hero: number,
/** The ability. */
ability: Name,
/** The row aimed at. */
row: number,
/** The column aimed at. */
column: number, } } | "pass";

/** A hero that an ability affected. */
export type Affected = {
/** The hero's id. */
hero: number,
/** Its health after that; it may be below 0 until the phase ends. */
hp: number, };

/** What is known of an ability that was used. */
export type CastView = {
/** The team that used it. */
team: number,
/** The caster's id; `null` if it was not seen. */
caster: number | null,
/** The ability. */
ability: Name,
/** Where the caster stood; `null` if that was not seen. */
from: Cell | null,
/** Where it acted; `null` if that was not seen. */
to: Cell | null,
/** The affected heroes that are told. */
targets: Array<number>, };

/** A cell by row and column; `(0, 0)` is the top left one, rows grow downwards. */
export type Cell = {
/** The row. */
row: number,
/** The column. */
column: number, };

/** A set of cells of one map. In JSON it is a list of rows, `#` where a cell is in the set and `.` where not. */
export type CellSet = Array<string>;

/** Everything that, with the chance, fixes a match. Nothing in it is secret. */
export type Config = {
/** The rules. */
ruleset: Ruleset,
/** The numbers of the match. */
constants: Constants,
/**
 * The map's `gameConstants` in the file's order, values filled in at the end: the original's clients are sent
 * them like this, unknown keys included.
 */
map_constants: Array<[string, number]>,
/** The walls. */
walls: CellSet,
/** Where each team's heroes appear, and where they cannot be hurt. */
respawn: [CellSet, CellSet],
/** The cells that earn points. */
objective: CellSet,
/** The hero classes. */
heroes: Array<HeroClass>,
/** The abilities. */
abilities: Array<Ability>,
/** What was filled in because the map file lacks it, in sentences. */
notes: Array<string>, };

/** The numbers of a match (spec 2.3). */
export type Constants = {
/** Action points of a team per turn. */
max_ap: number,
/** `document`: turns played. `official`: the turn counter's limit, which is four more. */
max_turns: number,
/** The score that ends the match. */
max_score: number,
/** Points for a kill. */
kill_score: number,
/** Points for each living hero in the objective zone, every turn. */
objective_score: number,
/** Move phases per turn. */
move_phases: number,
/** The length of overtime (`official` only). */
overtime: number,
/** The score difference that makes overtime needless (`official` only). */
overtime_gap: number, };

/** A side step. */
export type Direction = "up" | "down" | "left" | "right";

/** What happened, as the record tells it: all of it, also what no team saw. */
export type Event = { "picked": {
/** The hero's id; even ids are team 0's. */
hero: number,
/** Its class. */
class: Name,
/** Whether chance chose, because the team did not. */
drawn: boolean, } } | { "spawned": {
/** The hero's id. */
hero: number,
/** Where. */
cell: Cell, } } | { "moved": {
/** The hero's id. */
hero: number,
/** From where. */
from: Cell,
/** Where to. */
to: Cell, } } | { "cast": {
/** The hero's id. */
hero: number,
/** The ability. */
ability: Name,
/** Where the hero stood. */
from: Cell,
/** Where the ability acted; for a dodge where the hero stands now. */
to: Cell,
/** Whom it affected and the health they have after it, in scan order. Empty for a dodge. */
affected: Array<Affected>, } } | { "slashed": {
/** The dodging hero's id. */
hero: number,
/** The ability. */
ability: Name,
/** Whom it hit and the health they have after it, in the order of the way. */
affected: Array<Affected>, } } | { "stayed": {
/** The hero's id. */
hero: number,
/** Why its last order failed. */
why: Refusal, } } | { "died": {
/** The hero's id. */
hero: number,
/** Where it stood. */
cell: Cell, } } | { "turn": {
/** The turn counter's new value. */
turn: number,
/** The scores now. */
scores: [number, number],
/** How many own heroes held the objective zone. */
holding: [number, number],
/** The action points each team left unused. */
unused_ap: [number, number], } } | { "overtime": {
/** Turns left, -1 if the teams are fully equal. */
remaining: number,
/** How many turns the next overtime may last. */
longest: number, } };

/** A hero class. */
export type HeroClass = {
/** Its name. */
name: Name,
/** Its abilities by name; cooldowns are listed in this order. */
abilities: Array<Name>,
/** Health at the start and after a respawn. */
max_hp: number,
/** Action points for one step. */
move_cost: number,
/** Turns from death to respawn, the turn of death counted. */
respawn_time: number, };

/** What is known of a hero. */
export type HeroView = {
/** Its id; even ids are team 0's. */
id: number,
/** Its class. */
class: Name,
/** Its health; 0 while dead, `null` if hidden. */
hp: number | null,
/** Where it stands; `null` while dead or hidden. */
cell: Cell | null,
/** Its recent path as far as it is known. */
path: Array<Cell>,
/** Turns until it appears again; 0 while alive. */
respawn: number,
/** Turns until its abilities are ready, in the class's order; `null` for an enemy. */
cooldowns: Array<number> | null, };

/** The name of a hero class or an ability: short text that is copied, not allocated. */
export type Name = string;

/** The part of the match that a window belongs to (spec 5). */
export type Phase = "init" | "pick" | "move" | "action";

/** Why a hero did not do what it was ordered to; only the end of the window can tell. */
export type Refusal = "poor" | "blocked" | "wall" | "killed";

/** Which of the two rulesets is played (spec 17). */
export type Ruleset = "document" | "official";

/** All that one viewer may know. Lists of two are by team; a seat finds its own team under its number. */
export type View = {
/** The team that looks; `null` for a spectator. */
team: number | null,
/** The turn counter: 0 to 3 are the picks, the first turn is 4. */
turn: number,
/** The open phase. */
phase: Phase,
/** Which move phase of the turn is open, from 0; `null` outside. */
move_phase: number | null,
/** Whether the match is over. */
over: boolean,
/** The scores. */
scores: [number, number],
/** Action points left; `null` for the other team. */
ap: [number | null, number | null],
/** Action points used in all finished turns; `null` for the other team. */
used_ap: [number | null, number | null],
/** The heroes in pick order. */
heroes: [Array<HeroView>, Array<HeroView>],
/** What each team sees now; `null` for the other team. */
vision: [CellSet | null, CellSet | null],
/** The abilities used in the last action phase, as far as they are told. */
casts: Array<CastView>,
/** How long an overtime may last (1 under `document`, which has none). */
max_overtime: number,
/** Turns of overtime left; -1 outside overtime. */
remaining_overtime: number, };
