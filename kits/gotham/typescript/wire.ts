// Made from the Rust types by `make types`; do not edit.

/** One decision of a unit. */
export type Action = { "ready": {
/** The start node's id. */
node: number, } } | { "move": {
/** The node's id; the unit's own to stay. */
to: number, } } | { "say": {
/** The message. */
text: string, } };

/** What talking costs. */
export type ChatTerms = {
/** `document`: the longest message; otherwise the most messages that are shown. */
box_size: number,
/** The price of one character. */
cost: number, };

/** Everything a match of `gotham` is played on. It holds no secret: tokens stay with whoever read the map file. */
export type Config = {
/** Whose rules are played. */
ruleset: Ruleset,
/** The nodes in the order in which the original walks them (spec 11.2). */
nodes: Array<Node>,
/** The paths in the order in which the original walks them; of parallel ones the first counts. */
paths: Array<Path>,
/** The units in seat order, which is the order of the map file. */
units: Array<Unit>,
/** The seats in the order in which the original walks the units. It comes from the tokens, which are secret. */
order: Array<number>,
/** What units earn. */
income: Income,
/** The last turn: rounds under `document`, half-turns otherwise. */
max_turns: number,
/** The turns on which thieves show themselves, as listed in the map file. */
visible_turns: Array<number>,
/** What talking costs. */
chat: ChatTerms,
/** How far one sees. */
radii: Radii, };

/** One thing that happened. Units and nodes go by their ids. */
export type Event = { "joined": {
/** Who. */
unit: number,
/** Where it stands now. */
node: number, } } | { "phase": {
/** From. */
from: Phase,
/** To. */
to: Phase, } } | { "turn": {
/** The turn's number. */
number: number,
/** Who acts. */
half: Half,
/** Whether thieves show themselves. */
visible: boolean, } } | { "moved": {
/** Who. */
unit: number,
/** From. */
from: number,
/** To. */
to: number,
/** What it paid. */
price: number,
/** What it has left. */
balance: number, } } | { "said": {
/** Who. */
unit: number,
/** The message. */
text: string,
/** What it paid. */
price: number,
/** What it has left. */
balance: number, } } | { "caught": {
/** Who. */
unit: number,
/** Where. */
node: number, } } | { "joker_caught": {
/** Who. */
unit: number,
/** Where. */
node: number, } } | { "paid": {
/** Who. */
unit: number,
/** How much. */
wage: number,
/** What it has now. */
balance: number, } } | { "decided": {
/** For whom. */
winner: Team, } };

/** The two halves of a round, and the units that act in them. */
export type Half = "thieves" | "police";

/** What units earn. */
export type Income = {
/** Each police unit. */
police: number,
/** Each living thief. */
thieves: number, };

/** What a unit is. */
export type Kind = "thief" | "police" | "joker" | "batman";

/** A message in a chat box. */
export type Message = {
/** The sender's id. */
from: number,
/** The text, `0` and `1` only. */
text: string, };

/** A place in the city. */
export type Node = {
/** Its number in the map file. */
id: number,
/** Where to draw it, from left to right. */
x: number,
/** Where to draw it, from top to bottom. */
y: number, };

/** What only a spectator sees. */
export type Overview = {
/** All units in seat order. */
units: Array<UnitState>,
/** The chat boxes of both teams. */
chats: Array<TeamChat>, };

/** A connection that can be used both ways. */
export type Path = {
/** Its number in the map file. */
id: number,
/** One end, a node's number. */
from: number,
/** The other end, a node's number. */
to: number,
/** What one passage costs. */
price: number,
/** Walk, bus or metro. */
way: Way, };

/** Where a match stands. */
export type Phase = "pending" | "ongoing" | "finished";

/** How far one sees under `official`, in steps on foot. All 0 under the other rulesets. */
export type Radii = {
/** Police see thieves on visible turns (X). */
thief: number,
/** Police see everybody else on visible turns (Y). */
joker: number,
/** Thieves see a Batman (Z). */
batman: number, };

/** Whose rules are played. */
export type Ruleset = "document" | "official-prelim" | "official";

/** Another unit as it is seen. */
export type Sighting = {
/** Its id. */
id: number,
/** Whose it is. */
team: Team,
/** What it is. */
kind: Kind,
/** Where it stands. */
node: number,
/** Whether it has been caught. */
dead: boolean, };

/** One of the two players. */
export type Team = "first" | "second";

/** The two chat boxes of a team. */
export type TeamChat = {
/** Whose. */
team: Team,
/** What the thieves wrote. */
thieves: Array<Message>,
/** What the police wrote. */
police: Array<Message>, };

/** A half-turn: rounds count from 0 under `document` (0 is placement), half-turns from 1 otherwise. */
export type Turn = {
/** The number of the round or half-turn. */
number: number,
/** Who acts. */
half: Half, };

/** A unit as the map describes it. Its place in the list is its seat. */
export type Unit = {
/** Its number in the map file. */
id: number,
/** Whose it is. */
team: Team,
/** What it is. */
kind: Kind,
/** Where it stands before anybody has joined. */
node: number,
/** Its money at the start. */
balance: number, };

/** A unit as its own client knows it. */
export type UnitState = {
/** Its id. */
id: number,
/** Whose it is. */
team: Team,
/** What it is. */
kind: Kind,
/** Where it stands. */
node: number,
/** Whether it has been caught. */
dead: boolean,
/** When it was caught; −1 while it is free. */
caught_at: number,
/** Its money. */
balance: number,
/** Whether it has joined. */
ready: boolean,
/** Whether it has moved in this half-turn. */
moved: boolean,
/** Whether it has sent a message in this half-turn. */
sent: boolean, };

/** All that one viewer may know; the city itself is in the config. */
export type View = {
/** Where the match stands. */
phase: Phase,
/** Who has won, once it is over. */
winner: Team | null,
/** The half-turn. */
turn: Turn,
/** Whether thieves show themselves on this turn. */
visible_turn: boolean,
/** The viewing unit; nobody for a spectator. */
me: UnitState | null,
/** The other units that can be seen, in the original's order. */
units: Array<Sighting>,
/** The messages of the unit's own team and half, oldest first. */
chat: Array<Message>,
/** Everything, for a spectator. */
overview: Overview | null, };

/** How one goes along a path, by the rank of its price. */
export type Way = "walk" | "bus" | "metro";
