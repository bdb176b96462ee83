import { Board, away, directionOf, same, teamOf } from './board';
import type { Ability, Action, Cell, HeroView, Phase, View } from './types';

/**
 * What a person has in mind: where each hero is to go (kept from window to window until it is there), and which ability
 * it is to use. Nothing is sent before the window is ended, so everything can be taken back.
 */

export type Refused = 'wall' | 'edge' | 'no_way' | 'blocked' | 'dead' | 'not_yours' | 'poor' | 'cooldown' | 'dodge_wall' | 'dodge_stay' | 'dodge_taken' | 'far';

export interface Order {
  ability: Ability;
  target: Cell;
}

export class Plan {
  readonly goals = new Map<number, Cell>();
  readonly orders = new Map<number, Order>();
  private readonly history: number[] = [];

  constructor(private readonly board: Board) {}

  /** A new window: who has arrived or died needs no goal, and abilities are ordered anew. */
  begin(view: View, team: 0 | 1): void {
    this.orders.clear();
    this.history.length = 0;
    for (const [id, goal] of this.goals) {
      const cell = view.heroes[team].find((hero) => hero.id === id)?.cell ?? null;
      if (cell === null || same(cell, goal)) this.goals.delete(id);
    }
  }

  /** Whether there is something of this phase to take back. */
  has(phase: Phase): boolean {
    return this.ofPhase(phase).size > 0;
  }

  /** Takes the phase's last order back. */
  undo(phase: Phase): void {
    const id = this.history.pop() ?? [...this.ofPhase(phase).keys()].at(-1);
    if (id !== undefined) this.ofPhase(phase).delete(id);
  }

  clear(phase: Phase): void {
    this.ofPhase(phase).clear();
    this.history.length = 0;
  }

  drop(id: number, phase: Phase): void {
    this.ofPhase(phase).delete(id);
  }

  /** The way a hero still has to go, around team-mates who stay where they are; empty where there is none. */
  route(view: View, hero: HeroView, goal = this.goals.get(hero.id)): Cell[] {
    if (hero.cell === null || goal === undefined) return [];
    const standing = view.heroes[teamOf(hero.id)].flatMap(({ id, cell }) => (cell !== null && id !== hero.id && !this.goals.has(id) ? [cell] : []));
    return this.board.route(hero.cell, goal, standing) ?? [];
  }

  /** Sends a hero to a cell; says why not where that cannot be. */
  go(view: View, hero: HeroView, goal: Cell): Refused | null {
    if (hero.cell === null) return 'dead';
    if (!this.board.holds(goal)) return 'edge';
    if (this.board.wall(goal)) return 'wall';
    if (same(hero.cell, goal)) {
      this.drop(hero.id, 'move');
      return null;
    }
    if (this.route(view, hero, goal).length === 0) return this.board.route(hero.cell, goal) === null ? 'no_way' : 'blocked';
    const others = this.steps(view, teamOf(hero.id)).filter(({ hero: other }) => other.id !== hero.id);
    if (this.cost(others.map(({ hero: other }) => other)) + this.stepCost(hero) > (view.ap[teamOf(hero.id)] ?? 0)) return 'poor';
    this.remember(hero.id);
    this.goals.set(hero.id, goal);
    return null;
  }

  /** Heroes that were sent somewhere and cannot go on, because a team-mate stands in the way or in the place. */
  stuck(view: View, team: 0 | 1): HeroView[] {
    return view.heroes[team].filter((hero) => hero.cell !== null && this.goals.has(hero.id) && this.route(view, hero).length === 0);
  }

  /** The steps of this window, as long as they can be paid. */
  steps(view: View, team: 0 | 1): { hero: HeroView; to: Cell }[] {
    let left = view.ap[team] ?? 0;
    return view.heroes[team].flatMap((hero) => {
      const [to] = this.route(view, hero);
      const cost = this.stepCost(hero);
      if (to === undefined || cost > left) return [];
      left -= cost;
      return [{ hero, to }];
    });
  }

  /** The action points that all plans take until the turn's last move phase. */
  planned(view: View, team: 0 | 1): number {
    const phases = this.board.config.constants.move_phases - (view.move_phase ?? 0);
    return view.heroes[team].reduce((sum, hero) => sum + Math.min(this.route(view, hero).length, phases) * this.stepCost(hero), 0);
  }

  stepCost(hero: HeroView): number {
    return this.board.classOf(hero.class)?.move_cost ?? 0;
  }

  /** The action points that the ordered abilities take, without a hero's own. */
  spent(except = -1): number {
    return [...this.orders].reduce((sum, [id, { ability }]) => sum + (id === except ? 0 : ability.cost), 0);
  }

  /** Why an ability cannot be used at all now; null where it can. */
  unready(view: View, hero: HeroView, ability: Ability): Refused | null {
    if (hero.cell === null) return 'dead';
    const index = this.board.classOf(hero.class)?.abilities.indexOf(ability.name) ?? -1;
    if ((hero.cooldowns?.[index] ?? 0) > 0) return 'cooldown';
    return this.spent(hero.id) + ability.cost > (view.ap[teamOf(hero.id)] ?? 0) ? 'poor' : null;
  }

  /** Where an ability acts when aimed at a cell, as far as the enemies are seen. */
  impact(view: View, hero: HeroView, ability: Ability, target: Cell): Cell | null {
    if (hero.cell === null) return null;
    const team = teamOf(hero.id);
    const stopping = view.heroes[ability.kind === 'offensive' ? (team === 0 ? 1 : 0) : team];
    return this.board.impact(ability, hero.cell, target, stopping.flatMap(({ cell }) => (cell === null ? [] : [cell])));
  }

  /** The heroes that an ability would act on, as far as they are seen. */
  targets(view: View, hero: HeroView, ability: Ability, impact: Cell): HeroView[] {
    if (ability.kind === 'dodge') return [];
    const team = teamOf(hero.id);
    const those = view.heroes[ability.kind === 'offensive' ? (team === 0 ? 1 : 0) : team];
    return those.filter(({ cell }) => cell !== null && away(cell, impact) <= ability.area);
  }

  /** Orders an ability; says why not where that cannot be. */
  aim(view: View, hero: HeroView, ability: Ability, target: Cell): Refused | null {
    const unready = this.unready(view, hero, ability);
    if (unready !== null) return unready;
    const impact = this.impact(view, hero, ability, target);
    if (impact === null || hero.cell === null) return 'dead';
    if (ability.kind === 'dodge') {
      if (same(impact, hero.cell)) return 'dodge_stay';
      if (this.board.wall(impact)) return 'dodge_wall';
      const taken = view.heroes[teamOf(hero.id)].some(({ cell, id }) => cell !== null && same(cell, impact) && this.orders.get(id)?.ability.kind !== 'dodge');
      if (taken) return 'dodge_taken';
    } else if (!same(impact, target) && ability.lobbing) return 'far';
    this.remember(hero.id);
    this.orders.set(hero.id, { ability, target });
    return null;
  }

  /** What is to be sent. */
  acts(view: View, team: 0 | 1): Action[] {
    if (view.phase === 'move') {
      return this.steps(view, team).flatMap(({ hero, to }): Action[] => {
        const direction = hero.cell === null ? null : directionOf(hero.cell, to);
        return direction === null ? [] : [{ move: { hero: hero.id, direction } }];
      });
    }
    if (view.phase !== 'action') return [];
    return [...this.orders].map(([hero, { ability, target }]) => ({ cast: { hero, ability: ability.name, row: target.row, column: target.column } }));
  }

  /** The ways are kept while abilities are ordered: they go on in the next turn. */
  private ofPhase(phase: Phase): Map<number, unknown> {
    return phase === 'action' ? this.orders : this.goals;
  }

  private cost(heroes: readonly HeroView[]): number {
    return heroes.reduce((sum, hero) => sum + this.stepCost(hero), 0);
  }

  private remember(id: number): void {
    const known = this.history.indexOf(id);
    if (known !== -1) this.history.splice(known, 1);
    this.history.push(id);
  }
}
