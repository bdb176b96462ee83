import type { Making } from '../../stage/stage';
import type { Config, View } from './types';

type Here = Making<Config, View>;

export function sideOf({ opening }: Here, team: number): number {
  return opening.seats.find(({ seat }) => seat === team)?.side ?? team;
}

/** What in hand counts of what it would pay if it were put down now: a strike may still take it. */
const IN_HAND = 0.5;

/** How each side stands: its points, and half of those it carries. */
export function worth({ teams, diamonds }: View, making: Here): number[] {
  const made: number[] = [];
  teams.forEach(({ score, units }, team) => {
    const own = new Set(units.map(({ unit }) => unit));
    const held = diamonds.reduce((sum, { owner, points }) => sum + (owner !== null && own.has(owner) ? points : 0), 0);
    made[sideOf(making, team)] = score + held * IN_HAND;
  });
  return made;
}
