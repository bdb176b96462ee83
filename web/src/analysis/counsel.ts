import { guard } from '../match/session.svelte';
import type { Frame, Seat } from '../reel/types';
import type { GamePart, Making, Sentence } from '../stage/stage';

/** A window that might have been, beside the one that was played. */
export interface Told {
  /** What the asked seat would do. */
  own: Sentence[];
  /** What else would come out otherwise. */
  others: Sentence[];
  /** What the asked seat did, where that was something else. */
  was: Sentence[] | null;
}

/** What a seat does in a window; where it acts alone, that is all that happens. */
export function ownOf(part: GamePart, making: Making, frame: Frame, seat: Seat): Sentence[] {
  const own = guard(() => part.describe.own?.(frame, seat, making));
  if (own !== null && own !== undefined) return own;
  return allOf(part, making, frame);
}

function allOf(part: GamePart, making: Making, frame: Frame): Sentence[] {
  return frame.events.map((event) => guard(() => part.describe.sentence(event, making, frame))).filter((sentence) => sentence !== null);
}

/** Tells of the asked seat first, and of the others only what they did not do in the match, too. */
export function counselled(part: GamePart, making: Making, seat: Seat, frame: Frame, played: Frame): Told {
  const [own, was] = [ownOf(part, making, frame, seat), ownOf(part, making, played, seat)];
  const known = new Set([...own, ...was, ...allOf(part, making, played)].map(({ text }) => text));
  const others = allOf(part, making, frame).filter(({ text }) => !known.has(text));
  const same = own.length === was.length && own.every(({ text }, index) => text === was[index]?.text);
  return { own, others, was: same ? null : was };
}
