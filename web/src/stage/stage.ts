import type { Container } from 'pixi.js';

import type { Key } from '../lang/lang.svelte';
import type { Values } from '../lang/message';
import type { Mode } from '../play/messages';
import type { Frame, Opening, Seat, SeatInfo, Side, Standing } from '../reel/types';
import type { Palette } from '../theme.svelte';

/** A place in a stage's own world; the stage chooses the unit, the host scales the world to the window. */
export interface Point {
  x: number;
  y: number;
}

/** A part of a stage's world. */
export interface Box extends Point {
  width: number;
  height: number;
}

/** Where a stage puts what it tells besides the board: above it, in a column beside it, or nowhere. */
export type Arrangement = 'above' | 'beside' | 'bare';

/** The reader's language: sentences, and digits. */
export interface Tongue {
  say(key: Key, values?: Values): string;
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** Whether it is read from right to left: what follows one another does so on the picture, too. */
  rtl?: boolean;
}

/** What a stage is made from. When the palette, the language or the match changes, a new stage is made. */
export interface Making<Config = unknown, View = unknown> {
  opening: Opening<Config, View>;
  palette: Palette;
  tongue: Tongue;
}

/** What lies before a moment: the frames that led from the opening to its `before`, for a stage that must remember. */
export interface Past<View = unknown, Event = unknown> {
  opening: View;
  /** More than `count` may be there: what comes later is not to be told yet. */
  frames: readonly Frame<View, Event>[];
  count: number;
}

/** A moment of a match: on the way from `before` to `after` by what happened in `frame`. */
export interface Moment<View = unknown, Event = unknown> {
  before: View;
  /** The window being drawn; null before the first, and for a person's fresh view within an open window. */
  frame: Frame<View, Event> | null;
  after: View;
  /** 0: as `before`; 1: as `after`, at rest. Never assume that it grows: spectators also go backwards. */
  p: number;
  /** Through whose eyes; null: the spectator's. */
  eyes: Seat | null;
  /** Absent where a single picture is drawn, as in the rules. */
  past?: Past<View, Event>;
}

/** Draws one game. It knows nothing of the shell, of time, or of where the frames come from. */
export interface Stage<View = unknown, Event = unknown> {
  readonly root: Container;
  /** The world's size with everything above the board; its origin is the top left corner. */
  readonly size: { width: number; height: number };
  /** The board with its frame: what should have most of the window. */
  readonly board: Box;
  /** What of the world is to be seen, by where it is told what is told besides the board; a stage without it has nothing but its board. */
  readonly arrangements?: Readonly<Record<Arrangement, Box>>;
  /** Puts what is told besides the board there; a new stage has it above. The board itself stays where it is. */
  arrange?(where: Arrangement): void;
  /** How many pixels of the screen a unit of the world has now: what is written must stay legible. Whether that changed a fixed part. */
  scaled?(pixels: number): boolean;
  /** Parts of the picture that never change: the host draws them once. */
  readonly fixed?: readonly Container[];
  /** What lies over the board before the match begins; a picture of the map alone leaves it out. */
  readonly cover?: Container;
  /** How long the way to this frame should take, in milliseconds at natural speed. 0 where there is nothing to see. */
  length(before: View, frame: Frame<View, Event>): number;
  /** Makes the picture of the moment. Same moment, same picture, whatever was drawn before. */
  draw(moment: Moment<View, Event>): void;
  /** Where the pointer is, for what is shown only under it. Whether that changes the picture. */
  hover?(point: Point | null): boolean;
  /** What stands here, in words, for the pointer's tooltip. */
  inspect?(point: Point): string | null;
  /** Where a place named in a bot's note is (a cell, a node: whatever the game's JSON calls a place). */
  locate?(place: unknown): Point | null;
  /** Where a seat's words are shown: its piece, its base. */
  anchor?(seat: Seat): Point | null;
  /** A key of the game's own that changes what is shown, for instance coordinates; whether it meant something. */
  key?(key: string): boolean;
  destroy(): void;
}

/** A sentence of the match's log. */
export interface Sentence {
  text: string;
  side?: Side;
  tone?: 'good' | 'bad' | 'plain';
}

/** A mark on the timeline: something a spectator may want to jump to. */
export interface Mark {
  text: string;
  /** The end of the match itself, which turned nothing. */
  end?: boolean;
  side?: Side;
  tone: 'good' | 'bad' | 'plain';
}

/** Puts a game's data into words and numbers. Pure. */
export interface Describe<Config = unknown, View = unknown, Event = unknown> {
  /** The sentence for an event, or null where it is not worth one. */
  sentence(event: Event, making: Making<Config, View>, frame: Frame<View, Event>): Sentence | null;
  /** Whether the seats of one person are told different things, so that only all of them together know what happened to that person. */
  apart?: boolean;
  /** What a seat's view tells of a window beyond the events that the seat is told. */
  seen?(frame: Frame<View, Event>, making: Making<Config, View>): Sentence[];
  /**
   * What one seat does in a window, where several act at once: its own acts only, also steps and stays that the log leaves out. Without
   * it all that happens in the window is the seat's.
   */
  own?(frame: Frame<View, Event>, seat: Seat, making: Making<Config, View>): Sentence[];
  /** The mark for an event, or null for most. */
  mark(event: Event, making: Making<Config, View>, frame: Frame<View, Event>): Mark | null;
  /** One line above the picture: the round, the phase, whose turn. */
  heading(view: View, making: Making<Config, View>): string;
  /** The plotted number of each side, in the order of the sides. */
  scores(view: View, making: Making<Config, View>): number[];
  /**
   * How each side stands, where that says more than the plotted number: what leads to points as well as the points. It is drawn as who
   * leads, and must be made of what the view shows and nothing else.
   */
  worth?(view: View, making: Making<Config, View>): number[];
  /** What the plotted number is, for instance "diamonds". */
  scoreName(tongue: Tongue): string;
  /** A final score in words. */
  standing(standing: Standing, making: Making<Config, View>): string;
  /** Why the match ended, in words. */
  reason(reason: string, tongue: Tongue): string;
  /** What a seat is, in the reader's language ("runner 1"); without it the server's label is shown. */
  label?(seat: SeatInfo, making: Making<Config, View>): string;
  /**
   * A few facts about a seat now, for its card: `["walls", "2"]`; a fact may do without a label. `last` is what a seat of the
   * person's own was shown last, where the view is of other eyes.
   */
  facts?(seat: Seat, view: View, making: Making<Config, View>, last?: View): [label: string, value: string][];
}

/** An open window of a person's seat. */
export interface Turn<View = unknown> {
  seat: Seat;
  window: number;
  clock: string;
  mode: Mode;
  view: View;
}

/** What a hand may ask of the page. */
export interface Desk<Act = unknown> {
  send(act: Act): void;
  /** Ends the window. */
  done(): void;
  /** Tells the person why something cannot be done; `why` is the game's short word for it, where it has one. */
  explain(text: string, why?: string): void;
  /** The layer, the choices or the task have changed. */
  changed(): void;
}

/** A button for the person; the shell draws it. */
export interface Choice {
  /** A choice `done` ends the turn; the shell then leaves out its own button for that. */
  id: string;
  text: string;
  /** The key that does the same, as `KeyboardEvent.key`. */
  key?: string;
  /** For choices that stay pressed. */
  pressed?: boolean;
  disabled?: boolean;
  /** Whether it can be taken while nobody is asked, too. */
  anytime?: boolean;
  /** What one goes on with, and stands out; where nothing is said, the choice `done`. */
  main?: boolean;
  run(): void;
}

/** A person's hand on the stage: shows what is legal, makes acts, explains what is not. */
export interface Hand<View = unknown> {
  /** Drawn above the stage, in its world. */
  readonly layer: Container;
  /** A window is open, or the view in it is fresh. */
  open(turn: Turn<View>): void;
  close(): void;
  hover(point: Point | null): void;
  press(point: Point): void;
  /** A finger or a button that stays where it is; whether that meant something. Else it is a press when it is let go. */
  hold?(point: Point): boolean;
  /** Whether the key meant something. */
  key(key: string): boolean;
  /** The wheel over the board, in pixels, upwards positive; whether it meant something. Else it zooms. */
  wheel?(by: number): boolean;
  choices(): Choice[];
  /** One line: what the person is to do. */
  task(): string;
  /** Whether the next window only carries on what the person has said: then nobody waits for the picture. */
  hasty?(): boolean;
  /** Ends the window with what was prepared, as the shell's button asks; without it the window ends as it is. */
  finish?(): void;
  /** What the seats were told to do in the open window, in words, where that is not seen before it closes. */
  sentTo?(): ReadonlyMap<Seat, string>;
  /** Shows the server's hint; gives what it claims in the reader's language, or null where only the server has words. */
  advise?(act: unknown, claim: unknown): string | null;
  destroy(): void;
}

/** A picture of the rules: a small match, drawn by the stage itself. */
export interface Scene<Config = unknown, View = unknown, Event = unknown> {
  config: Config;
  before: View;
  frame?: Frame<View, Event>;
  p?: number;
  sides?: number;
}

/** A line of the help. */
export interface GameKey {
  key: string;
  text: Key;
  /** Whom it is for; without it for a person who plays. */
  when?: 'playing' | 'watching' | 'always';
}

/** All that a game's folder gives to the page. */
export interface GamePart<Config = unknown, View = unknown, Event = unknown, Act = unknown> {
  stage(making: Making<Config, View>): Stage<View, Event>;
  describe: Describe<Config, View, Event>;
  play: ((stage: Stage<View, Event>, seats: Seat[], making: Making<Config, View>, desk: Desk<Act>) => Hand<View>) | null;
  /** The rules in the reader's language, as text in the small Markdown of `rules/markdown.ts`. */
  rules: Record<'en' | 'fa' | 'fr', string>;
  /** The pictures that the rules name: `![caption](scene:NAME)`. */
  scenes: Record<string, Scene<Config, View, Event>>;
  /** The server's comment on a match that is over, in games that have one. */
  remarks?(comment: unknown, making: Making<Config, View>): Remarks;
  /** Keys that only this game has, for the help; they hide the shell's own of the same name. */
  keys?: GameKey[];
  /** Further names of the shell's keys, both as `KeyboardEvent.key` in lower case: `{ z: 'home' }`. */
  shortcuts?: Record<string, string>;
}

/** One act of a match that is over, and what it was worth. */
export interface Remark extends Sentence {
  /** The window in which it was done. */
  window: number;
  /** What was done. */
  head: string;
  /** What was possible before it. */
  known: string;
  mistake: boolean;
}

/** What the server says about a match that is over, in words. */
export interface Remarks {
  summary: string[];
  lines: Remark[];
}

/** Events in JSON are `{"name": {…}}` or `"name"`: the name and what is in it. */
export function open<E extends object | string>(event: E): [name: string, body: unknown] {
  if (typeof event === 'string') return [event, {}];
  const [entry] = Object.entries(event);
  return entry ?? ['', {}];
}
