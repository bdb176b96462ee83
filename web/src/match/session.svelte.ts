import { flushSync, untrack } from 'svelte';

import { Refusal, type Source } from '../api';
import { number, say, speech } from '../lang/lang.svelte';
import { Player, type Film } from '../player/player.svelte';
import { NAMELESS } from '../reel/nameless';
import { Reel } from '../reel/reel.svelte';
import { together } from '../reel/together';
import type { Frame, LastWords, Opening, Seat, SeatInfo } from '../reel/types';
import { inWords } from '../said/refused';
import type { GamePart, Making, Mark, Moment, Sentence, Stage, Tongue } from '../stage/stage';
import { loadPart } from '../stages';
import { theme } from '../theme.svelte';

const DEFAULT_LENGTH = 500;

export interface PlacedMark extends Mark {
  window: number;
  /** How many mistakes it stands for, where it is a seat's mistakes. */
  count?: number;
  /** Of what kind they are; their text is the server's. */
  kind?: string;
}

/** Mistakes of a seat that are no further apart than this many windows are one mark. */
const NEAR = 12;

/** Where a session begins. */
export interface Start {
  turn: number | null;
  live: boolean;
  still: boolean;
  /** A match that was begun on this very page is shown from its beginning. */
  fresh: boolean;
  /** Whoever plays keeps up with the match. */
  seated: boolean;
  /** The seats of the person who plays, whose eyes are all theirs. */
  mine?: readonly Seat[];
  /** How the match stands on the server; absent for a file. */
  standing?: () => Promise<{ state: string; reason?: string | null; windows?: number | null; seats?: readonly { kind?: string }[] }>;
}

/** The longest wait before the server is asked again. */
const LONGEST_WAIT = 8000;
const SHORTEST_WAIT = 250;
/** A machine that was asleep does not make up for the whole night. */
const LONGEST_GAP = 5000;
/** How often a match that was stopped is asked whether somebody has taken it up again. */
const PAUSED_WAIT = 2000;

/** What a seat was shown in a window. */
export interface Shown {
  window: number;
  view: unknown;
}

/** A match that is being watched: its reel, the place in it, and what the game's part makes of it. */
export class Session {
  reel = $state.raw(new Reel());
  /** Through whose eyes the reel is. */
  eyes = $state<Seat | null>(null);
  part = $state.raw<GamePart | null>(null);
  /** Whether the part was looked for. */
  ready = $state(false);
  /** Why there is nothing to show, in words. */
  refusal = $state<string | null>(null);
  /** The way to the server is cut; it is being looked for again. */
  lost = $state(false);
  /** Why the match was stopped, where it can be taken up again. */
  paused = $state<string | null>(null);
  /** Who sits in it, as the server said when it was stopped. */
  sitting = $state.raw<readonly { kind?: string }[]>([]);
  /** How many windows a running match had when it was opened; null: it is shown from its beginning. Not known at first. */
  private head = $state<number | null | undefined>(undefined);
  marks = $state.raw<PlacedMark[]>([]);
  /** The score of each side after each window, in games that have one. */
  scores = $state.raw<number[][]>([]);
  /** How each side stands after each window: its score, or more than that where the game knows more. */
  worths = $state.raw<number[][]>([]);
  /** What might have happened instead of the window that comes next, and how far that is drawn. */
  imagined = $state.raw<{ at: number; frame: Frame; p: number } | null>(null);
  /** The stage that draws now; it knows how long each motion is. */
  stage: Stage | null = null;
  /** Brings what was drawn onto the screen at once. */
  present: (() => void) | null = null;
  readonly player: Player;
  private stop = new AbortController();
  private wait = SHORTEST_WAIT;
  private reached = -1;
  private headed = false;
  private placed = false;
  private marked = 0;
  /** The latest mark of each seat's mistakes, by seat and kind, and the window of the latest of them. */
  private runs = new Map<string, { mark: PlacedMark; last: number }>();
  private said: Promise<unknown> | null = null;
  /** What the person's other seats were told, as far as it was asked for. */
  private heard = $state.raw<ReadonlyMap<Seat, readonly Frame[]>>(new Map());
  private hearing = false;
  private ear: AbortController | null = null;
  private sentences = new Map<number, Sentence[]>();

  constructor(
    readonly source: Source,
    private readonly start: Start,
  ) {
    void this.find();
    const film: Film = {
      count: () => this.reel.count,
      open: () => this.reel.open,
      length: (n) => this.length(n),
      marks: () => [...new Set(this.marks.map((mark) => mark.window + 1))],
    };
    this.player = new Player(film);
    // What drawing needs is fetched while the match is still on its way.
    void import('../stage/host');
  }

  readonly tongue: Tongue = $derived.by(() => {
    // A new language is a new tongue: stages and sentences are made anew.
    void speech.lang;
    return { say, number, rtl: speech.dir === 'rtl' };
  });

  /** How the match began; a person who gave no name is called one in the reader's language. */
  readonly opening: Opening | null = $derived.by(() => {
    const { opening } = this.reel;
    if (opening === null || opening.seats.every(({ name }) => name !== NAMELESS)) return opening;
    return { ...opening, seats: opening.seats.map((seat) => (seat.name === NAMELESS ? { ...seat, name: this.tongue.say('setup.human') } : seat)) };
  });

  readonly making: Making | null = $derived.by(() => {
    const { opening } = this;
    return opening === null ? null : { opening, palette: theme.palette, tongue: this.tongue };
  });


  /** The window looked at; -1 before the first. */
  readonly window: number = $derived.by(() => this.player.window);
  /** The last window that is over; what is being drawn is not told before it has happened. */
  readonly told: number = $derived.by(() => Math.floor(this.player.at + 1e-9) - 1);
  readonly frame: Frame | null = $derived.by(() => {
    void this.reel.count;
    return this.reel.frames[this.window] ?? null;
  });
  /** What the seats still said and did wrong after the last window, once that is seen. */
  readonly after: LastWords | null = $derived.by(() => (this.player.at >= this.reel.count ? (this.reel.end?.after ?? null) : null));
  /** What a person sees of their own turn, beyond the last frame; and the last view of each of their seats. */
  fresh = $state.raw<{ view: unknown } | null>(null);
  own = $state.raw<ReadonlyMap<Seat, Shown>>(new Map());
  /** What a person has told their seats to do in the open window, in words: the server tells of it only when the window closes. */
  orders = $state.raw<ReadonlyMap<Seat, string>>(new Map());
  /** How things stand; while something moves, as before it: the picture has not come to its end yet. */
  readonly view: unknown = $derived.by(() => {
    void this.reel.count;
    if (this.imagined !== null && this.imagined.p >= 1) return this.imagined.frame.view;
    return this.fresh === null ? this.reel.view(Math.floor(this.player.at + 1e-9)) : this.fresh.view;
  });

  /** How things stand for a seat of the person's own, which may know more than the first of them. */
  viewOf(seat: Seat): unknown {
    const shown = this.own.get(seat);
    // A window that is closed is told better by its frame.
    return shown !== undefined && this.player.at >= this.reel.count && shown.window >= this.reel.count ? shown.view : this.view;
  }

  /** What a seat of the person's own was shown last: the others' eyes do not know all of it. */
  lastOf(seat: Seat): unknown {
    return this.player.at >= this.reel.count - 1 ? this.own.get(seat)?.view : undefined;
  }

  /** Whether it was being played when this page opened it. */
  get met(): boolean {
    return typeof this.head === 'number';
  }

  /** Whether the match goes on, as far as is known. */
  get running(): boolean {
    return this.reel.open || this.lost;
  }

  /** Asks where the match is now: a running one opens there. */
  private async find(): Promise<void> {
    const { standing, fresh, turn } = this.start;
    if (standing === undefined || fresh || turn !== null) {
      this.head = null;
      return;
    }
    const card = await standing().catch(() => null);
    this.head = card?.state === 'running' ? (card.windows ?? 0) : null;
  }

  async open(eyes: Seat | null): Promise<void> {
    this.stop.abort();
    const stop = new AbortController();
    this.stop = stop;
    this.refusal = null;
    try {
      const stream = await this.source.open(eyes, stop.signal);
      if (stop.signal.aborted) return;
      const reel = new Reel();
      const reading = reel.read(stream, stop.signal);
      // The old picture stays until the new reel is long enough to show the same place.
      if (this.placed) await until(() => reel.count >= this.player.at || !reel.open, stop.signal);
      if (stop.signal.aborted) return;
      this.reel = reel;
      this.eyes = eyes;
      this.lost = false;
      this.paused = null;
      if (this.headed && reel.open) this.player.follow(this.player.at);
      this.headed = false;
      this.forget();
      await reading;
      const stopped = reel.trouble?.key === 'trouble.cut' || (reel.end !== null && reel.end.outcome === undefined);
      if (!stop.signal.aborted && stopped) await this.reach(eyes, stop.signal);
    } catch (error) {
      const words = await inWords(error);
      if (stop.signal.aborted) return;
      this.refusal = words;
    }
  }

  /** The stream broke off without an end: the match is gone on with as soon as the server answers, or as soon as somebody takes it up. */
  private async reach(eyes: Seat | null, signal: AbortSignal): Promise<void> {
    const { standing } = this.start;
    if (standing === undefined) return;
    this.lost = this.reel.trouble?.key === 'trouble.cut';
    // A server that cuts off whoever comes back is asked less and less often.
    if (this.reel.count > this.reached) this.wait = SHORTEST_WAIT;
    this.reached = this.reel.count;
    for (;;) {
      await new Promise((next) => setTimeout(next, this.paused === null ? this.wait : PAUSED_WAIT));
      if (this.paused === null) this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
      if (signal.aborted) return;
      // What is not in the server's own words was said on the way to it: it is not there yet.
      const card = await standing().catch((error: unknown) => (error instanceof Refusal && error.code !== '' ? 'refused' : null));
      if (signal.aborted) return;
      this.lost = card === null || (card !== 'refused' && card.state === 'running');
      if (card === null) continue;
      if (card !== 'refused' && card.state === 'paused') {
        this.sitting = card.seats ?? [];
        this.paused = card.reason ?? '';
        continue;
      }
      this.paused = null;
      // Where it is not played any more, its record says the rest once; it may break off where this one did.
      if (this.lost) {
        // Whoever was at its head when it broke off goes on with it.
        this.headed = this.start.seated || this.player.at >= this.reel.count;
        return this.open(eyes);
      }
      if (card !== 'refused') await this.rest(eyes, signal);
      return;
    }
  }

  /** What came after the stream broke off, from the record of a match that is not played any more. */
  private async rest(eyes: Seat | null, signal: AbortSignal): Promise<void> {
    const reel = new Reel();
    const stream = await this.source.open(eyes, signal);
    await reel.read(stream, signal);
    if (!signal.aborted && reel.count >= this.reel.count) {
      this.reel = reel;
      this.forget();
    }
  }

  /** Once the opening is there: fetches the game's part. */
  async load(game: string): Promise<void> {
    this.part = await loadPart(game);
    this.ready = true;
  }

  /** Goes where the address says, as soon as that is there. */
  place(): void {
    if (this.placed) return;
    const { turn, live, still } = this.start;
    const { head, reel } = this;
    if (turn !== null) {
      if (reel.count < turn && reel.open) return;
      this.player.seek(turn);
    } else if (head === undefined) return;
    else if ((head !== null || live) && reel.open) {
      if (reel.count < (head ?? 0)) return;
      this.player.follow();
    } else if (this.start.seated && reel.open) this.player.follow(0);
    else if (!still) this.player.play();
    this.placed = true;
  }

  close(): void {
    this.stop.abort();
    this.ear?.abort();
  }

  /** The person's further seats, where each is told different things and the match is seen through one of them. */
  private get further(): Seat[] {
    const { mine = [] } = this.start;
    const own = this.eyes !== null && mine.includes(this.eyes) && this.part?.describe.apart === true;
    return own ? mine.filter((seat) => seat !== this.eyes) : [];
  }

  /** The frame of a window with all that the person's own seats were told. */
  whole(window: number): Frame | undefined {
    const frame = this.reel.frames[window];
    if (frame === undefined) return undefined;
    const others = this.further.flatMap((seat) => this.heard.get(seat)?.[window] ?? []);
    return others.length === 0 ? frame : together(frame, others);
  }

  /**
   * Asks what the person's further seats were told, as far as the match has come: one after the other, because a browser has few connections to
   * a server, and a match is watched on one already.
   */
  async hear(): Promise<void> {
    if (this.hearing) return;
    this.hearing = true;
    try {
      while (await this.hearMore());
    } catch {
      // The log tells of the seat that is seen through, and asks again with the next window.
    }
    this.hearing = false;
  }

  /** Asks those who are behind; whether there was more. */
  private async hearMore(): Promise<boolean> {
    const { count } = this.reel;
    const known = (seat: Seat) => this.heard.get(seat)?.length ?? 0;
    let grown = false;
    for (const seat of this.further.filter((other) => known(other) < count)) {
      const frames = await this.overheard(seat, count);
      if (this.stop.signal.aborted) return false;
      if (frames.length <= known(seat)) continue;
      this.heard = new Map(this.heard).set(seat, frames);
      this.sentences = new Map();
      grown = true;
    }
    return grown;
  }

  /** The frames of a seat, as many as are wanted if there are so many. */
  private async overheard(seat: Seat, count: number): Promise<readonly Frame[]> {
    const ear = new AbortController();
    this.ear = ear;
    const reel = new Reel();
    void reel.read(await this.source.open(seat, ear.signal), ear.signal);
    await until(() => reel.count >= count || !reel.open, ear.signal);
    ear.abort();
    return reel.frames;
  }

  /**
   * Keeps the match going while a component shows it, called as the component is made: loads the game's part once the opening names it,
   * goes to where the session begins, and lets time pass while something moves.
   */
  attend(pace: () => number = () => 1): void {
    $effect(() => {
      const game = this.opening?.game;
      if (game !== undefined && !untrack(() => this.ready)) void this.load(game);
    });
    $effect(() => {
      void this.reel.count;
      void this.reel.open;
      void this.head;
      if (this.opening !== null && this.ready) untrack(() => this.place());
    });
    $effect(() => {
      if (!this.player.moving) return;
      // Time goes by the clock, however seldom a busy machine draws; while nobody looks it stands still.
      let last = performance.now();
      const back = () => (last = performance.now());
      document.addEventListener('visibilitychange', back);
      let asked = requestAnimationFrame(function tick(this: void, now) {
        const gone = Math.min(Math.max(now - last, 0), LONGEST_GAP);
        last = now;
        asked = requestAnimationFrame(tick);
        advance(gone * pace());
      });
      // Words and board change with the same picture of the screen, also where one picture takes long.
      const advance = (ms: number) => {
        this.player.advance(ms);
        flushSync();
        this.present?.();
      };
      return () => {
        document.removeEventListener('visibilitychange', back);
        cancelAnimationFrame(asked);
      };
    });
  }

  /** What the server says about the match, asked for once; a match that has only just ended may not be kept yet. */
  comment(): Promise<unknown> {
    const ask = async (left: number): Promise<unknown> => {
      try {
        return await this.source.comment?.();
      } catch (error) {
        if (left === 0 || !(error instanceof Refusal) || error.code !== 'conflict') throw error;
        await new Promise((next) => setTimeout(next, 500));
        return ask(left - 1);
      }
    };
    this.said ??= ask(10).catch((error: unknown) => {
      this.said = null;
      throw error;
    });
    return this.said;
  }

  /** The moment to draw. */
  moment(): Moment | null {
    const { reel, player } = this;
    if (reel.opening === null) return null;
    const n = Math.floor(player.at + 1e-9);
    const p = player.at - n;
    const eyes = this.eyes;
    const frame = reel.frames[n];
    const past = (count: number) => ({ opening: reel.opening?.view, frames: reel.frames, count: Math.max(count, 0) });
    if (this.imagined !== null) return { before: reel.view(n), frame: this.imagined.frame, after: this.imagined.frame.view, p: this.imagined.p, eyes, past: past(n) };
    if (p > 1e-9 && frame !== undefined) return { before: reel.view(n), frame, after: frame.view, p, eyes, past: past(n) };
    return { before: reel.view(n - 1), frame: reel.frames[n - 1] ?? null, after: reel.view(n), p: 1, eyes, past: past(n - 1) };
  }

  /** Finds the marks in the frames that have come since the last time. */
  mark(): void {
    const { part, making, reel } = this;
    if (part === null || making === null || this.marked === reel.count) return;
    const found: PlacedMark[] = [];
    const scores: number[][] = [];
    const worths: number[][] = [];
    let grown = false;
    for (; this.marked < reel.count; this.marked += 1) {
      const frame = reel.frames[this.marked];
      if (frame === undefined) break;
      const score = guard(() => part.describe.scores(frame.view, making)) ?? [];
      scores.push(score);
      worths.push(guard(() => part.describe.worth?.(frame.view, making) ?? score) ?? score);
      for (const event of frame.events) {
        const mark = guard(() => part.describe.mark(event, making, frame));
        if (mark !== null) found.push({ ...mark, window: this.marked });
      }
      // What seats did wrong after the last window is marked at its end.
      const after = this.marked === reel.count - 1 ? reel.end?.after : undefined;
      // An exception that a kit has caught is no fault, and marked like one.
      const raised = [...(frame.exceptions ?? []), ...(after?.exceptions ?? [])].map(([seat, text]) => ({ seat, kind: 'exception', text }));
      for (const fault of [...frame.faults, ...(after?.faults ?? []), ...raised]) {
        const key = `${fault.seat} ${fault.kind}`;
        const run = this.runs.get(key);
        if (run !== undefined && this.marked - run.last <= NEAR) {
          run.last = this.marked;
          run.mark.count = (run.mark.count ?? 1) + 1;
          grown = true;
          continue;
        }
        const side = this.sideOf(fault.seat);
        const mark: PlacedMark = { text: fault.text, tone: 'bad', window: this.marked, count: 1, kind: fault.kind, ...(side === undefined ? {} : { side }) };
        this.runs.set(key, { mark, last: this.marked });
        found.push(mark);
      }
    }
    if (found.length > 0 || grown) this.marks = [...this.marks, ...found];
    if (scores.length > 0) this.scores = [...this.scores, ...scores];
    if (worths.length > 0) this.worths = [...this.worths, ...worths];
  }

  /** The sentences of a window. */
  tell(window: number): Sentence[] {
    const { part, making } = this;
    const known = this.sentences.get(window);
    if (known !== undefined) return known;
    const frame = this.whole(window);
    if (making === null || frame === undefined) return [];
    // A game without a stage is told as data.
    if (part === null) return this.ready ? frame.events.map((event) => ({ text: JSON.stringify(event) })) : [];
    const made = frame.events
      .map((event) => guard(() => part.describe.sentence(event, making, frame)))
      .filter((sentence) => sentence !== null);
    made.push(...(guard(() => part.describe.seen?.(frame, making)) ?? []));
    this.sentences.set(window, made);
    return made;
  }

  /** After a change of language or of eyes: words are made anew. */
  forget(): void {
    this.sentences = new Map();
    this.marks = [];
    this.scores = [];
    this.worths = [];
    this.imagined = null;
    this.marked = 0;
    this.runs = new Map();
  }

  sideOf(seat: Seat): number | undefined {
    return this.opening?.seats.find((info) => info.seat === seat)?.side;
  }

  nameOf(seat: Seat): string {
    const info = this.opening?.seats.find((other) => other.seat === seat);
    return info === undefined ? say('panel.seat', { seat: seat + 1 }) : called(info.name, this.labelOf(info));
  }

  /** Who leads a side; where two have the same name, with what they are in the game. */
  sideName(side: number): string {
    const seats = this.opening?.seats ?? [];
    const namesOf = (of: number) => [...new Set(seats.filter((seat) => seat.side === of).map(({ name }) => name))].join(say('list.comma'));
    const name = namesOf(side);
    const first = seats.find((seat) => seat.side === side);
    if (first === undefined) return say('panel.seat', { seat: side + 1 });
    const alone = !seats.some((seat) => seat.side !== side && namesOf(seat.side) === name);
    return alone ? name : called(name, this.labelOf(first));
  }

  /** What a seat is in its game: the game's own word, else the server's. */
  labelOf(info: SeatInfo): string {
    const { part, making } = this;
    const own = part === null || making === null ? null : guard(() => part.describe.label?.(info, making) ?? null);
    return own ?? (info.label === '' ? say('panel.seat', { seat: info.seat + 1 }) : info.label);
  }

  /** How long a window is drawn, in milliseconds. */
  length(n: number): number {
    const frame = this.reel.frames[n];
    const { stage } = this;
    if (frame === undefined || stage === null) return DEFAULT_LENGTH;
    return guard(() => stage.length(this.reel.view(n), frame)) ?? DEFAULT_LENGTH;
  }
}

/** A name and what it is in the game. It is read in the direction of the page, also where the name is of another script. */
function called(name: string, label: string): string {
  const mark = speech.dir === 'rtl' ? '\u200f' : '';
  return `${mark}${name} ${mark}(${label})`;
}

/** A match of a newer version may hold what a part does not know: that is no reason to show nothing. */
export function guard<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    console.warn('a stage could not tell or draw something', error);
    return null;
  }
}

async function until(condition: () => boolean, signal: AbortSignal): Promise<void> {
  while (!condition() && !signal.aborted) await new Promise((next) => setTimeout(next, 16));
}
