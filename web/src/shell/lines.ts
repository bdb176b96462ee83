import type { Session } from '../match/session.svelte';
import type { Fault, Frame, Seat } from '../reel/types';
import { noteLine, noteText, stderrLine, straight } from './notes';

/** What a line of the log is about. */
export const KINDS = ['events', 'faults', 'notes', 'stderr'] as const;
export type Kind = (typeof KINDS)[number];

export interface Line {
  key: string;
  window: number;
  kind: Kind;
  text: string;
  tone: 'good' | 'bad' | 'plain';
  side: number | undefined;
  /** Whose it is, where it is one seat's. */
  seat: Seat | null;
  /** How often it was said in this window. */
  count: number;
  /** A note that is data: folded until somebody wants to read it. */
  data: unknown;
}

type Words = Pick<Session, 'tell' | 'sideOf'> & { left(seat: Seat): string; exception(text: string): string; fault(fault: Fault): string };

/** The lines of a window, in the order in which things came; the same mistake of a seat is one line with a count. */
export function linesOf(window: number, frame: Pick<Frame, 'faults' | 'notes' | 'stderr' | 'exceptions' | 'left'>, words: Words): Line[] {
  const lines: Line[] = [];
  const add = (kind: Kind, text: string, seat: Seat | null, more: Partial<Line> = {}) => {
    lines.push({ key: `${window}.${lines.length}`, window, kind, text, tone: 'plain', side: seat === null ? undefined : words.sideOf(seat), seat, count: 1, data: undefined, ...more });
  };
  for (const [seat, note] of frame.notes) {
    const text = noteText(note);
    const plain = typeof note !== 'object' || note === null;
    add('notes', text ?? (plain ? noteLine(note) : ''), seat, plain ? {} : { data: note });
  }
  for (const { text, side, tone } of words.tell(window)) add('events', text, null, { side, tone: tone ?? 'plain' });
  for (const { fault, count } of gathered(frame.faults)) add('faults', straight(words.fault(fault)), fault.seat, { tone: 'bad', count });
  for (const [seat, text] of frame.exceptions ?? []) add('faults', words.exception(straight(text)), seat, { tone: 'bad' });
  for (const [seat, piece] of frame.stderr) {
    const text = stderrLine(piece);
    if (text !== '') add('stderr', text, seat);
  }
  for (const seat of frame.left) add('faults', words.left(seat), null, { side: words.sideOf(seat), tone: 'bad' });
  return lines;
}

/** Equal mistakes of a seat together, in the order of the first of them. */
export function gathered(faults: readonly Fault[]): { fault: Fault; count: number }[] {
  const found = new Map<string, { fault: Fault; count: number }>();
  for (const fault of faults) {
    const key = `${fault.seat} ${fault.kind} ${fault.text}`;
    const there = found.get(key);
    if (there === undefined) found.set(key, { fault, count: 1 });
    else there.count += 1;
  }
  return [...found.values()];
}

/** The seats that have written to their error output, up to a window. */
export function writers(frames: readonly Pick<Frame, 'stderr'>[], until: number): Seat[] {
  const seats = new Set<Seat>();
  for (const { stderr } of frames.slice(0, until)) for (const [seat] of stderr) seats.add(seat);
  return [...seats].sort((a, b) => a - b);
}
