// Made from the Rust types by `make types`; do not edit.

/** What a team sends in a tick: its whole command. */
export type Action = {
/** Orders, carried out in this sequence. */
orders: Array<Order>, };

/** Everything that is agreed before a match. */
export type Config = {
/** Which of the two rulesets holds. */
ruleset: Ruleset,
/** The map as rows of text. */
map: Map,
/** The teams in registration order; seat `i` is team `i`. */
teams: Array<TeamConfig>,
/** How many units each team has. */
units_per_team: number,
/** How many ticks are played. */
ticks: number,
/** The time limit that the timeout error quotes, in milliseconds. The clocks themselves are the referee's. */
time_limit_ms: number,
/** The ids of the diamonds in map order: column by column, top to bottom. */
diamond_ids: Array<string>, };

/** How often a team has done what counts. */
export type Counts = {
/** Summons started. */
summons: number,
/** Units struck down. */
attacks: number,
/** Diamonds dropped for points. */
drops: number,
/** Units pulled. */
vines: number, };

/** What a unit can be told to do. The cell it names may be off the map. */
export type Deed = "none" | { "move": Point } | { "spawn": Point } | "summon" | { "drop": Point } | { "attack": Point } | { "vine": Point };

/** A diamond as everybody sees it. */
export type DiamondView = {
/** The cell it is on, also while it is carried. */
position: Point,
/** Its level: what it earns in a tick while it is carried. */
level: number,
/** The points it would pay if it were dropped now. */
points: number,
/** The unit that carries it. */
owner: number | null,
/** Whether it has ever been carried. */
touched: boolean, };

/** What happened in a tick, in the order in which it happened. Teams count from 0, units from 1, diamonds from 0. */
export type Event = { "turn": {
/** Which team. */
team: number, } } | { "timed_out": {
/** Which team. */
team: number, } } | { "left": {
/** Which team. */
team: number, } } | { "spawned": {
/** Which unit. */
unit: number,
/** On which cell. */
at: Point, } } | { "moved": {
/** Which unit. */
unit: number,
/** From where. */
from: Point,
/** To where. */
to: Point, } } | { "took": {
/** Which unit. */
unit: number,
/** Which diamond. */
diamond: number,
/** Where both are. */
at: Point, } } | { "summon_started": {
/** Which unit. */
unit: number,
/** Which diamond. */
diamond: number,
/** The diamond's level before. */
level: number,
/** The points it holds. */
points: number, } } | { "summon_done": {
/** Which unit did it. */
unit: number,
/** Which diamond. */
diamond: number,
/** The diamond's new level. */
level: number, } } | { "dropped": {
/** Which unit. */
unit: number,
/** Which diamond. */
diamond: number,
/** On which cell. */
at: Point,
/** The points scored. */
points: number,
/** The diamond's level before it fell back to 1. */
level: number, } } | { "gave": {
/** Who gave. */
unit: number,
/** Who got. */
receiver: number,
/** Which diamond. */
diamond: number,
/** Where the receiver stands. */
at: Point, } } | { "killed": {
/** Who struck. */
unit: number,
/** From which cell. */
from: Point,
/** Who died. */
victim: number,
/** On which cell. */
at: Point,
/** The diamond that went to the striker, if the victim carried one. */
diamond: number | null, } } | { "vined": {
/** Who pulled. */
unit: number,
/** From which cell. */
caller: Point,
/** Who was pulled. */
target: number,
/** From where. */
from: Point,
/** To where. */
to: Point,
/** What the target carried before the pull, if anything. */
held: Held | null,
/** Whether that was left behind on the target's old cell. */
lost: boolean, } };

/** A diamond in somebody's hands. */
export type Held = {
/** Which diamond. */
diamond: number,
/** Its level. */
level: number,
/** The points it holds. */
points: number, };

/** A rectangle of tiles. Its JSON form is its text form: a list of rows. */
export type Map = Array<string>;

/** One order for one unit. */
export type Order = {
/** The unit's number, counted from 1 over all teams. */
unit: number,
/** What it is told to do. */
do: Deed, };

/**
 * A place on the map, or a place somebody named that may be off the map. `x` counts columns from the left, `y`
 * rows from the top.
 */
export type Point = {
/** The column. */
x: number,
/** The row. */
y: number, };

/** The two rulesets differ in one rule only: when a killed unit may come back (spec 14, row 1). */
export type Ruleset = "document" | "official";

/** A team as it is known before the match. */
export type TeamConfig = {
/** The id that the original's wire shows: a UUID. */
id: string,
/** The name it registered under. */
name: string, };

/** A team as everybody sees it. */
export type TeamView = {
/** The points it has. */
score: number,
/** How many of its units have died. */
deaths: number,
/** Whether it has left for good. */
left: boolean,
/** What was wrong with its last commands; empty for the other teams. */
errors: Array<string>,
/** How often it has done what counts. */
counts: Counts,
/** Its units. */
units: Array<UnitView>, };

/** A unit as everybody sees it. */
export type UnitView = {
/** Its number, from 1 over all teams. */
unit: number,
/** Its cell, if it is alive. */
position: Point | null,
/** Whether it has ever been on the map. */
placed: boolean,
/** The cells it still wants to walk, without its own, the target last. */
path: Array<Point>,
/** The number of the diamond it carries. */
diamond: number | null,
/** Whether it is summoning and cannot do anything else. */
summoning: boolean,
/** The cell it died on in the last tick. */
died_at: Point | null,
/** Who killed it in the last tick. */
attacked_by: number | null,
/** Who pulled it in the last tick. */
vined_by: number | null, };

/**
 * What a seat or a spectator sees. There is no fog: only the errors of the other teams are hidden from a seat.
 * What never changes (map, names, ids) is in the config.
 */
export type View = {
/** The tick that is being played, from 0. After the end: how many were played. */
tick: number,
/** The playing order of this tick and the next four, as team numbers. */
orders: Array<Array<number>>,
/** The teams in registration order. */
teams: Array<TeamView>,
/** The diamonds in map order. */
diamonds: Array<DiamondView>, };
