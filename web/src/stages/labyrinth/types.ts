// Made from the Rust types by `make types`; do not edit.

/**
 * What a runner does. In JSON `{"move":"up"}`, `{"wall":{"row":1,"col":2,"dir":"h"}}`, `"stay"`, or, when a box
 * gave a push, `{"push":{"hunter":0,"to":[1,2]}}`.
 */
export type Action = { "move": Dir } | { "wall": Wall } | "stay" | { "push": {
/** Which hunter, from 0. */
hunter: number,
/** Where to. */
to: Cell, } };

/**
 * A cell as people write it: row and column from 0, top left first. In JSON `[row, col]`.
 *
 * The numbers may lie outside a board: what a player names is checked by the rules, not by the reader.
 */
export type Cell = [row: number, col: number];

/** How sure a hint is. Displayed as a sentence for people. */
export type Claim = { "forced_win": {
/** How many rounds it takes. */
rounds: number,
/** All of it: every act in the order of the turns. */
line: Array<Action>,
/** Whether no shorter win exists. */
shortest: boolean, } } | { "no_forced_win": {
/** For how many rounds somebody surely stays on the board; `None` if for as long as they like. */
survives: number | null, } } | { "chance": {
/**
 * The chance to win. Where it is not exact, the share of what was drawn from the boxes that is won; whatever was not worked out
 * counts as lost.
 */
won: number,
/** How many moments or outcomes were looked at. */
outcomes: number,
/** Whether everything that may happen was weighed, so that no act has a better chance. */
exact: boolean, } } | { "nearer": {
/** After how many rounds. */
rounds: number,
/** How many steps the runners that are needed then have to go, all together. */
steps: number, } } | { "estimate": {
/** The share of them that were won. */
won: number,
/** How many were played out. */
playouts: number, } };

/** A game and what is to be said about it. */
export type Comment = {
/** How it ended, if it did. */
result: Ending | null,
/** The last round. */
rounds: number,
/** How it could have been won from the start. */
best: Win | null,
/** Every act. */
moments: Array<Moment>,
/** Whether there were more acts than are gone through. */
cut: boolean, };

/** The board and the knobs of a match. It is public: every bot is told it at the start. */
export type Config = {
/** How many rows, 2 to 255. */
rows: number,
/** How many columns, 2 to 255. */
cols: number,
/** The Light Core. */
core: Cell,
/** Where each runner starts. */
runners: Array<Cell>,
/** Where each hunter starts. */
hunters: Array<Cell>,
/** The fixed walls. */
walls: Array<Wall>,
/** The lucky boxes. */
boxes: Array<Cell>,
/** The round after which a game without victory is out of time; 0 for none. */
max_rounds: number,
/** How many seats lead the runners: runner `i` belongs to seat `i mod seats`. */
seats: number, };

/** One of the four ways. The order is the rule's own: an earthquake counts open neighbours in it (spec, Boxes). */
export type Dir = "up" | "down" | "left" | "right";

/** How a game ends. */
export type Ending = "victory" | "defeat" | "out_of_time";

/** What happened, in the order it happened: enough to animate a round step by step. */
export type Event = { "moved": {
/** Which runner. */
runner: number,
/** From where. */
from: Cell,
/** To where. */
to: Cell, } } | { "wall_up": {
/** Which runner. */
runner: number,
/** Where. */
wall: Wall, } } | { "stayed": {
/** Which runner. */
runner: number,
/** Whether it stayed because nothing was heard from its seat. */
silent: boolean, } } | { "arrived": {
/** Which runner. */
runner: number, } } | { "caught": {
/** Which runner. */
runner: number,
/** By which hunter. */
hunter: number,
/** Where. */
at: Cell, } } | { "box": {
/** Which runner. */
runner: number,
/** Where. */
at: Cell,
/** What was in it. */
prize: Prize, } } | { "runner_shaken": {
/** Which runner. */
runner: number,
/** From where. */
from: Cell,
/** To where. */
to: Cell, } } | { "hunter_shaken": {
/** Which hunter. */
hunter: number,
/** From where. */
from: Cell,
/** To where. */
to: Cell, } } | { "pushed": {
/** Which runner. */
runner: number,
/** Which hunter. */
hunter: number,
/** From where. */
from: Cell,
/** To where. */
to: Cell, } } | { "push_lapsed": {
/** Which runner. */
runner: number, } } | { "hunter_step": {
/** Which hunter. */
hunter: number,
/** 1 or 2. */
step: number,
/** From where. */
from: Cell,
/** To where. */
to: Cell, } } | { "wall_down": {
/** Where it stood. */
wall: Wall, } } | { "round": {
/** Its number. */
round: number, } } | { "ended": {
/** How. */
result: Ending, } };

/** How a wall lies. */
export type Lie = "h" | "v";

/** One act. */
export type Moment = {
/** The window in which it was done, from 0. */
window: number,
/** The round. */
round: number,
/** The runner. */
runner: number,
/** What it did. */
act: Action,
/** What the solver would have done; `None` where it did not look. */
best: Action | null,
/** What the solver knew before the act; `None` where it did not look. */
claim: Claim | null,
/** The win that could be forced before the act. */
win: Win | null,
/** What the act was worth. */
verdict: Verdict, };

/** What a box can hold, in the order of the draw (spec, Boxes). */
export type Prize = "extra_turn" | "walls" | "earthquake" | "push";

/** One runner in a view. */
export type RunnerView = {
/** Its cell; one that has left keeps its last. */
at: Cell,
/** Whether it is on the board. */
status: Standing,
/** How many walls it may still put up. */
walls: number, };

/** Whether a runner is on the board. */
export type Standing = "on" | "arrived" | "caught";

/** What an act was worth. */
export type Verdict = "best" | { "slower": number } | "thrown_away" | "doubtful" | { "riskier": [number, number] } | "open" | "unseen";

/**
 * The match as everybody sees it. Nothing in labyrinth is hidden but the draws to come, so every seat and the
 * spectator get the same view. The board itself is in the [`Config`](crate::Config).
 */
export type View = {
/** The round, from 1. */
round: number,
/** The runner to act; `null` once its turn or the game is over. */
turn: number | null,
/** The runner that owes a push, if one does. */
push: number | null,
/** How the game ended; `null` while it runs. */
result: Ending | null,
/** The runners in index order. */
runners: Array<RunnerView>,
/** Where each hunter is. */
hunters: Array<Cell>,
/** The temporary walls, by row, then column, `H` before `V`. */
walls: Array<WallView>,
/** The boxes that are left. */
boxes: Array<Cell>,
/** How many runners have reached the core. */
arrived: number,
/** How many must reach it. */
needed: number,
/** How many temporary walls were put up so far. */
walls_used: number, };

/** The place of a wall: under cell (row, col), or right of it. In JSON `{"row":1,"col":2,"dir":"h"}`. */
export type Wall = {
/** The row of the cell above or left of the wall. */
row: number,
/** The column of that cell. */
col: number,
/** How the wall lies. */
dir: Lie, };

/** A temporary wall in a view. */
export type WallView = {
/** The row of the cell above or left of it. */
row: number,
/** The column of that cell. */
col: number,
/** How it lies. */
dir: Lie,
/** At how many more ends of rounds it is still counted; at zero it is gone. */
life: number, };

/** A win that can be forced. */
export type Win = {
/** In how many rounds, the one that runs included. */
rounds: number,
/** Whether it is proven that none is shorter. */
shortest: boolean, };
