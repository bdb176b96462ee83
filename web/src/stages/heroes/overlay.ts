import { Container, Graphics } from 'pixi.js';

import { lerp } from '../../stage/motion';
import type { Making, Point } from '../../stage/stage';
import { sideColour } from '../../theme.svelte';
import { DIRECTIONS, step } from './board';
import { arc, stairs } from './effects';
import { CELL, middle } from './ground';
import { far, write } from './icons';
import type { Plan } from './plan';
import type { HeroesStage } from './stage';
import type { Ability, Cell, Config, HeroView, View } from './types';

/** What a person may do and has ordered, drawn above the board. */

export interface Shown {
  view: View;
  team: 0 | 1;
  plan: Plan;
  selected: number | null;
  aiming: Ability | null;
  /** The cell meant by the pointer or the keys. */
  at: Cell | null;
  pointer: Point | null;
  wished: string | null;
}

export class Overlay {
  readonly root = new Container();
  private readonly lines = new Graphics();
  private readonly cards = new Graphics();
  private readonly tag: Container;
  private readonly cost;

  constructor(
    private readonly stage: HeroesStage,
    private readonly making: Making<Config, View>,
  ) {
    const { palette } = making;
    const field = new Container();
    field.position.set(stage.origin.x, stage.origin.y);
    this.tag = new Container();
    this.cost = far('', { size: 40, colour: palette.accentInk, weight: '800' });
    this.tag.addChild(new Graphics().roundRect(-74, -30, 148, 60, 30).fill(palette.accent), this.cost);
    this.tag.visible = false;
    field.addChild(this.lines, this.tag);
    this.root.addChild(this.cards, field);
  }

  draw(shown: Shown | null): void {
    this.lines.clear();
    this.cards.clear();
    this.tag.visible = false;
    if (shown === null) return;
    const { view, selected } = shown;
    if (view.phase === 'pick') return this.drawPick(shown);
    const hero = view.heroes[shown.team].find(({ id }) => id === selected);
    if (hero !== undefined && hero.cell !== null) {
      const { x, y } = middle(hero.cell);
      const { accent } = this.making.palette;
      this.lines.circle(x, y, 58).stroke({ width: 9, color: accent });
      const card = this.stage.cardOf(hero.id);
      this.cards.roundRect(card.x, card.y, card.width, card.height, card.height * 0.17).stroke({ width: card.height * 0.06, color: accent });
    }
    if (view.phase === 'move') this.drawMoves(shown, hero);
    if (view.phase === 'action') this.drawActions(shown, hero);
  }

  destroy(): void {
    this.root.destroy({ children: true });
  }

  private drawPick({ pointer, wished }: Shown): void {
    const { gallery, origin } = this.stage;
    const { accent } = this.making.palette;
    const near = pointer === null ? null : gallery.classAt({ x: pointer.x - origin.x, y: pointer.y - origin.y });
    for (const [name, strong] of [[near, false], [wished, true]] as const) {
      const frame = name === null ? null : gallery.frameOf(name);
      if (frame === null) continue;
      this.lines.roundRect(frame.x, frame.y, frame.width, frame.height, frame.width * 0.085);
      if (strong) this.lines.fill({ color: accent, alpha: 0.12 }).roundRect(frame.x, frame.y, frame.width, frame.height, frame.width * 0.085);
      this.lines.stroke({ width: frame.width * (strong ? 0.026 : 0.014), color: accent, alpha: strong ? 1 : 0.7 });
    }
  }

  private drawMoves({ view, team, plan, at }: Shown, hero: HeroView | undefined): void {
    const { map: board } = this.stage;
    const { palette } = this.making;
    const phases = board.config.constants.move_phases - (view.move_phase ?? 0);
    for (const own of view.heroes[team]) this.drawRoute(own, plan.route(view, own), phases, sideColour(palette, team), 1);
    if (hero === undefined || hero.cell === null) return;
    for (const direction of DIRECTIONS) {
      const beside = step(hero.cell, direction);
      if (board.open(beside) && plan.route(view, hero, beside).length > 0) this.light(beside, at !== null && beside.row === at.row && beside.column === at.column);
    }
    if (at === null) return;
    const route = board.open(at) ? plan.route(view, hero, at) : [];
    const { x, y } = middle(at);
    if (route.length === 0) {
      if (!board.open(at)) this.lines.roundRect(x - 44, y - 44, 88, 88, 16).stroke({ width: 7, color: palette.bad });
      return;
    }
    this.drawRoute(hero, route, phases, palette.accent, 0.75);
    this.tell(at, route.length * plan.stepCost(hero));
  }

  /** The cost of what is meant, beside the cell. */
  private tell(cell: Cell, cost: number): void {
    const { x, y } = middle(cell);
    write(this.cost, this.making.tongue.say('heroes.gallery.cost', { cost }));
    this.cost.scale.set(Math.min(1, 130 / this.cost.width));
    this.tag.visible = true;
    // Not over the edge of the board, and never on the cell itself.
    this.tag.position.set(Math.max(x, 80), y < CELL * 1.2 ? y + 84 : y - 84);
  }

  private light(cell: Cell, hot: boolean): void {
    const { x, y } = middle(cell);
    const { accent } = this.making.palette;
    this.lines.roundRect(x - 40, y - 40, 80, 80, 16).fill({ color: accent, alpha: hot ? 0.32 : 0.13 });
    this.lines.roundRect(x - 40, y - 40, 80, 80, 16).stroke({ width: 3, color: accent, alpha: hot ? 1 : 0.55 });
  }

  /** A way: this turn's steps strong, later ones faint, a flag at the end. */
  private drawRoute(hero: HeroView, route: readonly Cell[], phases: number, colour: string, alpha: number): void {
    const last = route.at(-1);
    if (hero.cell === null || last === undefined) return;
    const points = [hero.cell, ...route].map(middle);
    for (let i = 1; i < points.length; i += 1) {
      const [a, b] = [points[i - 1] as Point, points[i] as Point];
      const now = i <= phases;
      // The first step begins beside the hero, not on it.
      const from = i === 1 ? 0.5 : 0.18;
      this.lines.moveTo(lerp(a.x, b.x, from), lerp(a.y, b.y, from)).lineTo(lerp(a.x, b.x, 0.82), lerp(a.y, b.y, 0.82));
      this.lines.stroke({ width: i === 1 ? 15 : 10, color: colour, alpha: alpha * (now ? 1 : 0.4), cap: 'round' });
    }
    const { x, y } = middle(last);
    this.lines.circle(x, y, 21).stroke({ width: 8, color: colour, alpha });
    this.lines.circle(x, y, 8).fill({ color: colour, alpha });
  }

  private drawActions(shown: Shown, hero: HeroView | undefined): void {
    const { view, team, plan, aiming, at } = shown;
    const { map: board } = this.stage;
    const { palette } = this.making;
    for (const own of view.heroes[team]) {
      const order = plan.orders.get(own.id);
      if (order !== undefined) this.drawCast(view, plan, own, order.ability, order.target, sideColour(palette, team), 0.85);
    }
    if (hero === undefined || hero.cell === null || aiming === null) return;
    for (const cell of board.reach(aiming, hero.cell)) this.lines.rect(cell.column * CELL + 4, cell.row * CELL + 4, CELL - 8, CELL - 8);
    this.lines.fill({ color: palette.accent, alpha: 0.13 });
    if (at === null) return;
    this.drawCast(view, plan, hero, aiming, at, palette.accent, 1);
    const { x, y } = middle(at);
    this.lines.roundRect(x - 46, y - 46, 92, 92, 14).stroke({ width: 6, color: palette.accent });
    this.tell(at, aiming.cost);
  }

  /** The line of fire, where it ends, what it acts on. */
  private drawCast(view: View, plan: Plan, hero: HeroView, ability: Ability, target: Cell, colour: string, alpha: number): void {
    const impact = plan.impact(view, hero, ability, target);
    if (impact === null || hero.cell === null) return;
    const [a, b, meant] = [middle(hero.cell), middle(impact), middle(target)];
    const { palette } = this.making;
    const vain = ability.kind === 'dodge' && this.stage.map.wall(impact);
    const shade = vain ? palette.bad : colour;
    if (impact.row !== target.row || impact.column !== target.column) {
      // What is aimed at beyond the impact is not reached.
      this.lines.moveTo(b.x, b.y).lineTo(meant.x, meant.y).stroke({ width: 4, color: palette.bad, alpha: 0.6 * alpha });
    }
    if (ability.lobbing) arc(this.lines, a, b, 1);
    else this.lines.moveTo(a.x, a.y).lineTo(b.x, b.y);
    this.lines.stroke({ width: 11, color: shade, alpha, cap: 'round' });
    const reach = ability.kind === 'dodge' ? 0 : ability.area;
    this.lines.poly(stairs(b, reach, this.stage.field), true).fill({ color: shade, alpha: 0.22 * alpha });
    this.lines.poly(stairs(b, reach, this.stage.field), true).stroke({ width: 7, color: shade, alpha, join: 'round' });
    for (const hit of plan.targets(view, hero, ability, impact)) {
      const { x, y } = middle(hit.cell ?? impact);
      this.lines.circle(x, y, 54).stroke({ width: 9, color: ability.kind === 'offensive' ? palette.bad : palette.good, alpha });
    }
  }
}
