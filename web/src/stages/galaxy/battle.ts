import type { Dice } from './types';

/** What dice do: the losses of a round, and the odds of an attack. */

export interface Round {
  /** From high to low, as they are compared. */
  attacker: Dice;
  defender: Dice;
  /** Whether the attacker's die wins, for each pair that is compared. */
  wins: boolean[];
}

const descending = (dice: Dice): Dice => [...dice].sort((a, b) => b - a);

export function roundOf(attacker: Dice, defender: Dice): Round {
  const [a, d] = [descending(attacker), descending(defender)];
  const wins = d.slice(0, a.length).map((die, place) => (a[place] ?? 0) > die);
  return { attacker: a, defender: d, wins };
}

export function lossesOf({ wins }: Round): { attacker: number; defender: number } {
  const defender = wins.filter(Boolean).length;
  return { attacker: wins.length - defender, defender };
}

/** For so many dice against so many: the chance that the attacker loses 0, 1, 2. */
const CHANCES = new Map<string, number[]>();

function chances(attackers: number, defenders: number): number[] {
  const key = `${attackers}:${defenders}`;
  const known = CHANCES.get(key);
  if (known !== undefined) return known;
  const counts = [0, 0, 0];
  const dice = attackers + defenders;
  const all = 6 ** dice;
  for (let code = 0; code < all; code += 1) {
    const faces = Array.from({ length: dice }, (_, place) => 1 + (Math.floor(code / 6 ** place) % 6));
    const lost = lossesOf(roundOf(faces.slice(0, attackers), faces.slice(attackers))).attacker;
    counts[lost] = (counts[lost] ?? 0) + 1;
  }
  const made = counts.map((count) => count / all);
  CHANCES.set(key, made);
  return made;
}

export interface Odds {
  /** The chance to take the planet. */
  win: number;
  /** Attackers left on average after a win. */
  left: number;
}

/** Beyond this, armies are thinned out evenly: the odds hardly change. */
const MOST = 240;

/**
 * The odds of an attack that goes on while there are `ratio` attackers for each defender. `strict`: the official
 * ruleset goes on only while there are more than that.
 */
export function odds(attackers: number, defenders: number, ratio: number, strict: boolean): Odds {
  if (defenders <= 0) return { win: 1, left: attackers };
  const thin = Math.max(1, Math.max(attackers, defenders) / MOST);
  const A = Math.round(attackers / thin);
  const D = Math.max(1, Math.round(defenders / thin));
  const width = D + 1;
  const win = new Float64Array((A + 1) * width);
  const left = new Float64Array((A + 1) * width);
  for (let a = 2; a <= A; a += 1) {
    win[a * width] = 1;
    left[a * width] = a;
    for (let d = 1; d <= D; d += 1) {
      if (strict ? a / d <= ratio : a / d < ratio) continue;
      const dice = [Math.min(3, a - 1), Math.min(2, d)] as const;
      const compared = Math.min(...dice);
      chances(...dice).forEach((chance, lost) => {
        if (chance === 0) return;
        const next = (a - lost) * width + d - (compared - lost);
        win[a * width + d]! += chance * (win[next] ?? 0);
        left[a * width + d]! += chance * (left[next] ?? 0);
      });
    }
  }
  const found = win[A * width + D] ?? 0;
  return { win: found, left: found === 0 ? 0 : ((left[A * width + D] ?? 0) / found) * thin };
}
