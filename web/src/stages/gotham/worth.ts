import { isThief, sideOf } from './knowledge';
import type { Config, UnitState, View } from './types';

/** Farther than this no police is a danger yet; a thief that is caught is worth as much to the other side. */
const FAR = 6;

/**
 * How each side stands, where all is seen: for each enemy thief that is caught, and for each of its own how many steps the nearest
 * enemy police is away. A seat does not see all thieves: there is nothing to be said.
 */
export function worth({ overview, phase }: View, config: Config): number[] {
  if (overview === null || phase === 'pending') return [];
  const { units } = overview;
  const police = [0, 1].map((side) => stepsTo(config, units.filter((unit) => !isThief(unit) && sideOf(unit.team) !== side).map(({ node }) => node)));
  const made = [0, 0];
  for (const unit of units.filter(isThief)) {
    const side = sideOf(unit.team);
    if (unit.dead) made[1 - side] = (made[1 - side] ?? 0) + FAR;
    else made[side] = (made[side] ?? 0) + near(police[side], unit);
  }
  return made;
}

const near = (steps: ReadonlyMap<number, number> | undefined, { node }: UnitState): number => Math.min(steps?.get(node) ?? FAR, FAR);

/** How many lines each place is from the nearest of some. */
function stepsTo(config: Config, from: readonly number[]): Map<number, number> {
  const ways = neighbours(config);
  const steps = new Map(from.map((node) => [node, 0]));
  let rim = [...steps.keys()];
  for (let step = 1; rim.length > 0 && step < FAR; step += 1) {
    const next: number[] = [];
    for (const to of rim.flatMap((at) => ways.get(at) ?? [])) {
      if (steps.has(to)) continue;
      steps.set(to, step);
      next.push(to);
    }
    rim = next;
  }
  return steps;
}

/** The city does not change, and is looked at once for every window. */
const known = new WeakMap<Config, Map<number, number[]>>();

function neighbours(config: Config): Map<number, number[]> {
  const there = known.get(config);
  if (there !== undefined) return there;
  const made = new Map<number, number[]>();
  const add = (from: number, to: number) => made.set(from, [...(made.get(from) ?? []), to]);
  for (const { from, to } of config.paths) {
    add(from, to);
    add(to, from);
  }
  known.set(config, made);
  return made;
}
