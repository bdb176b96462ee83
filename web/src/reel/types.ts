/** A match as the server tells it: one opening, a frame per window, one end. See docs and /api/matches/ID/reel. */

export type Seat = number;
export type Side = number;

export interface SeatInfo {
  seat: Seat;
  side: Side;
  label: string;
  name: string;
}

export interface Opening<Config = unknown, View = unknown> {
  kind: 'opening';
  game: string;
  rules: number;
  ruleset: string;
  map: string;
  /** Text, because it may be larger than a JavaScript number holds. */
  seed: string;
  seats: SeatInfo[];
  /** Milliseconds per clock name; 0 is no limit. */
  clocks: Record<string, number>;
  config: Config;
  /** The state before the first window. */
  view: View;
}

export interface Fault {
  seat: Seat;
  window: number;
  kind: string;
  text: string;
}

export interface Frame<View = unknown, Event = unknown, Act = unknown> {
  kind: 'frame';
  window: number;
  clock: string;
  asked: Seat[];
  acts: [Seat, Act][];
  events: Event[];
  /** The state after the window. */
  view: View;
  /** Microseconds used. */
  times: [Seat, number][];
  faults: Fault[];
  notes: [Seat, unknown][];
  stderr: [Seat, string][];
  left: Seat[];
}

export interface Standing {
  seat: Seat;
  side: Side;
  rank: number;
  score: number;
}

export interface Outcome {
  reason: string;
  standings: Standing[];
}

export type End = { kind: 'end'; outcome?: Outcome; trouble?: string };

export type Line = Opening | Frame | End;
