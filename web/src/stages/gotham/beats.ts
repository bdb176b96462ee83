import { Score } from '../../stage/motion';
import type { Event } from './types';

/** What is drawn together: all messages, all moves, all captures of a window. */
export type Beat = 'place' | 'say' | 'go' | 'caught' | 'pay' | 'reveal' | 'end';

const LENGTHS: Record<Beat, number> = { place: 700, say: 380, go: 620, caught: 800, pay: 260, reveal: 560, end: 600 };

function beatOf(event: Event): Beat | null {
  if ('joined' in event) return 'place';
  if ('said' in event) return 'say';
  if ('moved' in event) return 'go';
  if ('caught' in event || 'joker_caught' in event) return 'caught';
  if ('paid' in event) return 'pay';
  if ('decided' in event) return 'end';
  if ('turn' in event) return event.turn.visible ? 'reveal' : null;
  return null;
}

/**
 * The beats of a window in their order. Units act at the same time as far as the rules go, so what each kind of event
 * does is one beat: first all messages, then all moves, then what the referee makes of them.
 */
export function beats(events: readonly Event[], lit: boolean): Score<Beat> {
  const found = new Set<Beat>();
  for (const event of events) {
    const beat = beatOf(event);
    // A round that was visible already needs no second reveal.
    if (beat !== null && !(beat === 'reveal' && lit)) found.add(beat);
  }
  const score = new Score<Beat>();
  for (const beat of ['place', 'say', 'go'] as const) if (found.delete(beat)) score.add(beat, LENGTHS[beat]);
  for (const beat of found) score.add(beat, LENGTHS[beat]);
  return score;
}
