import type { Seat } from '../../reel/types';
import { odds, type Odds } from './battle';
import type { Chart } from './board';
import type { PlanetId, View } from './types';

/** What a person may do, and why not: the rules that the hand must know before it acts. */

export type Refusal = 'foreign' | 'reserve' | 'own_from' | 'few' | 'free_target' | 'far' | 'peaceful' | 'path' | 'moved' | 'fort_used';

/** When an attack stops: below so many attackers for each defender; 0 is never. */
export const RATIOS = [1, 0, 1.5, 2] as const;
/** Which part moves in after a win; the last is all but one. */
export const ALL_BUT_ONE = 0.999999;
export const SHARES = [0.25, 0.5, 0.75, ALL_BUT_ONE] as const;

export class Orders {
  constructor(
    private readonly chart: Chart,
    private readonly view: View,
    private readonly me: Seat,
  ) {}

  get reserve(): number {
    return this.view.reserves[this.me] ?? 0;
  }

  troops(planet: PlanetId): number {
    return this.view.troops[planet] ?? 0;
  }

  mine(planet: PlanetId): boolean {
    return this.view.owners[planet] === this.me;
  }

  free(planet: PlanetId): boolean {
    return (this.view.owners[planet] ?? null) === null;
  }

  /** Why no troop can be put there; null where one can. */
  put(planet: PlanetId): Refusal | null {
    if (!this.mine(planet) && !this.free(planet)) return 'foreign';
    return this.reserve > 0 ? null : 'reserve';
  }

  /** Why no attack can start there. */
  attackFrom(planet: PlanetId): Refusal | null {
    if (!this.mine(planet)) return 'own_from';
    if (this.targets(planet).length === 0) return 'peaceful';
    return this.troops(planet) < 2 ? 'few' : null;
  }

  targets(planet: PlanetId): PlanetId[] {
    return this.chart.targets(this.view.owners, planet);
  }

  /** Why that cannot be attacked from here. */
  attackTo(from: PlanetId, to: PlanetId): Refusal | null {
    if (this.free(to)) return 'free_target';
    return this.chart.adjacent(from, to) ? null : 'far';
  }

  /** The own planet from which a target is best attacked. */
  bestAgainst(target: PlanetId): PlanetId | null {
    const able = (this.chart.near[target] ?? []).filter((planet) => this.mine(planet) && this.troops(planet) > 1);
    return able.length === 0 ? null : able.reduce((a, b) => (this.troops(b) > this.troops(a) ? b : a));
  }

  odds(from: PlanetId, to: PlanetId, ratio: number): Odds {
    const defenders = this.troops(to) + (this.view.forts[to] ?? 0);
    return odds(this.troops(from), defenders, ratio, this.chart.config.rules.ruleset === 'official');
  }

  /** After a win nearly all go on, unless another foe stands beside the planet they leave. */
  goodShare(from: PlanetId, to: PlanetId): number {
    return this.targets(from).every((target) => target === to) ? ALL_BUT_ONE : 0.75;
  }

  moveFrom(planet: PlanetId): Refusal | null {
    if (this.view.moved) return 'moved';
    if (!this.mine(planet)) return 'own_from';
    if (this.troops(planet) < 2) return 'few';
    return this.chart.realm(this.view.owners, planet).size > 1 ? null : 'path';
  }

  moveTo(from: PlanetId, to: PlanetId): Refusal | null {
    return this.mine(to) && this.way(from, to) !== null ? null : 'path';
  }

  way(from: PlanetId, to: PlanetId): PlanetId[] | null {
    return this.chart.way(this.view.owners, from, to);
  }

  realm(planet: PlanetId): Set<PlanetId> {
    return this.chart.realm(this.view.owners, planet);
  }

  fort(planet: PlanetId): Refusal | null {
    if (this.view.fort_used[this.me] === true) return 'fort_used';
    if (!this.mine(planet)) return 'own_from';
    return this.troops(planet) < 2 ? 'few' : null;
  }

  /** Where a troop of the start phase is well placed: a free star, a free neighbour, then the border that is weakest. */
  goodPlace(): PlanetId | null {
    const touches = (planet: PlanetId, whose: (other: PlanetId) => boolean) => (this.chart.near[planet] ?? []).filter(whose).length;
    const worth = (planet: PlanetId): number => {
      const star = this.chart.worth.get(planet) ?? 0;
      if (this.free(planet)) return 1000 + star * 100 + touches(planet, (other) => this.mine(other)) * 10 + touches(planet, (other) => this.free(other));
      const foes = touches(planet, (other) => !this.mine(other) && !this.free(other));
      return (foes > 0 ? 500 : 0) + foes * 10 + star * 10 - this.troops(planet);
    };
    const able = this.view.owners.flatMap((_, planet) => (this.put(planet) === null ? [planet] : []));
    return able.length === 0 ? null : able.reduce((a, b) => (worth(b) > worth(a) ? b : a));
  }

  /** Where the next act can begin. */
  starts(): PlanetId[] {
    return this.view.decided ? [] : this.view.owners.flatMap((_, planet) => (this.start(planet) === null ? [planet] : []));
  }

  /** Why the next act cannot begin at a planet. */
  start(planet: PlanetId): Refusal | null {
    switch (this.view.stage) {
      case 'attack':
        return this.attackFrom(planet);
      case 'move':
        return this.moveFrom(planet);
      case 'fort':
        return this.fort(planet);
      default:
        return this.put(planet);
    }
  }
}
