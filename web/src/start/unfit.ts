import type { KnobCard } from '../api';
import { inWords } from '../said/refused';
import { aboutKnob } from './words';

/** What a value of no knob of ours is called in a generator's own words. */
const OTHER: Record<string, string> = { 'walls (per hundred)': 'walls' };

/** A refusal without what is of the command line or of a map that nobody here has written. */
const plain = (text: string): string => text.replace(/not `(-?\d+)`; correct it in the map$/, 'not $1').replace(/; correct it in the map$/, '');

/**
 * What the server said of a set-up, with its knobs called as they are beside their fields. In English a name stands between backticks, with the
 * flag of the command line; in a translation it stands between isolates.
 */
export function labelled(text: string, game: string, knobs: readonly KnobCard[]): string {
  const label = (name: string): string | null => {
    const knob = knobs.find((known) => known.name === (OTHER[name] ?? name));
    return knob === undefined ? null : aboutKnob(game, knob);
  };
  return text
    .replace(/`--(\w+) ([^`]*)` does not fit/g, (whole, name: string, value: string) => (label(name) === null ? whole : `“${label(name)}” cannot be ${value}`))
    .replace(/`(\w+(?: \([\w ]+\))?)`/g, (whole, name: string) => (label(name) === null ? whole : `“${label(name)}”`))
    .replace(/\u2068(\w+(?: \([\w ]+\))?)\u2069/g, (whole, name: string) => (label(name) === null ? whole : `\u2068${label(name)}\u2069`));
}

/** Why a match cannot be set up like that, in the reader's words. */
export const whyNot = (error: unknown, game: string, knobs: readonly KnobCard[]): Promise<string> => inWords(error, plain, (text) => labelled(text, game, knobs));
