import { Container, Graphics } from 'pixi.js';

import { dashed } from '../../stage/lines';
import type { Point } from '../../stage/stage';
import type { Palette } from '../../theme.svelte';
import { STEPS, step, type Board } from './board';
import { CELL, type Layout } from './layout';
import type { Look } from './look';
import type { Deed, Point as Cell, UnitView } from './types';

/** What a person's hand shows: what is chosen, what is legal, what has been ordered. */
export class Aim {
  readonly layer = new Container();
  private readonly into = new Graphics();

  constructor(
    private readonly layout: Layout,
    private readonly palette: Palette,
    private readonly look: Look,
  ) {
    this.layer.addChild(this.into);
  }

  clear(): void {
    this.into.clear();
  }

  /** The unit that the next order is for. */
  chosen({ position }: UnitView): void {
    if (position === null) return;
    const { x, y } = this.layout.middle(position);
    this.into.roundRect(x - 48, y - 48, 96, 96, 26).stroke({ width: 7, color: this.palette.accent });
  }

  /** A unit that has no order yet. */
  idle({ position }: UnitView): void {
    if (position === null) return;
    const { x, y } = this.layout.middle(position);
    this.into.roundRect(x - 46, y - 46, 92, 92, 24).stroke({ width: 4, color: this.palette.accent, alpha: 0.45 });
  }

  /** A legal cell for the order that is being made. */
  light(cell: Cell, hot: boolean): void {
    const { x, y } = this.layout.middle(cell);
    const { accent } = this.palette;
    this.into.roundRect(x - 41, y - 41, 82, 82, 18).fill({ color: accent, alpha: hot ? 0.34 : 0.14 });
    this.into.roundRect(x - 41, y - 41, 82, 82, 18).stroke({ width: 4, color: accent, alpha: hot ? 1 : 0.6 });
  }

  /** A nest that a unit can come out of; its own colour must still be seen. */
  nest(cell: Cell, hot: boolean): void {
    const { x, y } = this.layout.middle(cell);
    this.into.roundRect(x - 44, y - 44, 88, 88, 20).fill({ color: this.palette.accent, alpha: hot ? 0.3 : 0.04 });
    this.into.roundRect(x - 44, y - 44, 88, 88, 20).stroke({ width: 6, color: this.palette.accent, alpha: hot ? 1 : 0.75 });
  }

  /** The cells beside a unit that it can step on. */
  steps(board: Board, unit: UnitView, hot: Cell | null): void {
    const { position } = unit;
    if (position === null) return;
    for (const by of STEPS) {
      const cell = step(position, by);
      if (board.refused(unit, 'move', cell) === null) this.light(cell, hot !== null && hot.x === cell.x && hot.y === cell.y);
    }
  }

  /** Whom a blow reaches. */
  blow(cell: Cell, sure = false): void {
    const { x, y } = this.layout.middle(cell);
    const { danger } = this.palette;
    this.into.circle(x, y, 45).stroke({ width: sure ? 8 : 5, color: danger, alpha: sure ? 1 : 0.75 });
    for (const by of STEPS) this.into.moveTo(x + by.x * 34, y + by.y * 34).lineTo(x + by.x * 56, y + by.y * 56);
    this.into.stroke({ width: sure ? 8 : 5, color: danger, alpha: sure ? 1 : 0.75, cap: 'round' });
  }

  /** Whom a vine reaches, and where it would land. */
  vine(from: Cell, cell: Cell, landing: Cell | null, sure = false): void {
    const [a, b] = [this.layout.middle(from), this.layout.middle(cell)];
    dashed(this.into, [off(a, b), off(b, a)], 20, 12);
    this.into.stroke({ width: sure ? 9 : 5, color: this.look.vine, alpha: sure ? 1 : 0.6, cap: 'round' });
    this.into.circle(b.x, b.y, 45).stroke({ width: sure ? 8 : 5, color: this.look.vine, alpha: sure ? 1 : 0.8 });
    if (!sure || landing === null) return;
    const { x, y } = this.layout.middle(landing);
    this.into.circle(x, y, 17).stroke({ width: 5, color: this.look.vine });
  }

  /** The way to a cell, as it would be walked now; red where it cannot be. */
  way(unit: UnitView, cells: readonly Cell[] | null, target: Cell, sure: boolean): void {
    const colour = cells === null ? this.palette.bad : this.palette.accent;
    const end = this.layout.middle(target);
    if (unit.position !== null && cells !== null && cells.length > 0) {
      const [start, ...rest] = [unit.position, ...cells].map((cell) => this.layout.middle(cell));
      dashed(this.into, [off(start!, rest[0]!), ...rest], 18, 11);
      this.into.stroke({ width: sure ? 8 : 5, color: colour, alpha: sure ? 0.9 : 0.6, cap: 'round' });
    }
    this.into.circle(end.x, end.y, 19).stroke({ width: sure ? 7 : 5, color: colour, alpha: sure ? 1 : 0.8 });
    if (cells === null) this.cross(end, colour);
    else this.into.circle(end.x, end.y, 7).fill({ color: colour, alpha: sure ? 1 : 0.8 });
  }

  /** What a unit was told to do. */
  order(board: Board, unit: UnitView, deed: Deed): void {
    const { position } = unit;
    if (typeof deed === 'string') {
      if (position !== null) this.sign(this.layout.middle(position), deed);
      return;
    }
    const [verb, target] = Object.entries(deed)[0] as [string, Cell];
    if (verb === 'move') this.way(unit, board.way(unit, target) ?? [], target, true);
    else if (verb === 'attack') this.blow(target, true);
    else if (verb === 'vine' && position !== null) this.vine(position, target, this.landing(board, position, target), true);
    else if (verb === 'drop' && position !== null) this.arrow(this.layout.middle(position), this.layout.middle(target));
    else if (verb === 'spawn') this.nest(target, true);
  }

  private landing(board: Board, caller: Cell, target: Cell): Cell | null {
    const pulled = board.unitAt(target);
    return pulled === undefined ? null : board.landing(caller, target, pulled);
  }

  /** Summoning: two arrows upwards; standing still: a bar. */
  private sign({ x, y }: Point, deed: string): void {
    const { accent, surface } = this.palette;
    const [cx, cy] = [x - 34, y - 34];
    this.into.circle(cx, cy, 19).fill(surface).circle(cx, cy, 19).stroke({ width: 4, color: accent });
    if (deed === 'summon') this.into.moveTo(cx - 8, cy + 1).lineTo(cx, cy - 7).lineTo(cx + 8, cy + 1).moveTo(cx - 8, cy + 9).lineTo(cx, cy + 1).lineTo(cx + 8, cy + 9);
    else this.into.moveTo(cx - 5, cy - 6).lineTo(cx - 5, cy + 6).moveTo(cx + 5, cy - 6).lineTo(cx + 5, cy + 6);
    this.into.stroke({ width: 5, color: accent, cap: 'round', join: 'round' });
  }

  private arrow(a: Point, b: Point): void {
    const [ux, uy] = [(b.x - a.x) / CELL, (b.y - a.y) / CELL];
    const { accent } = this.palette;
    this.into.moveTo(a.x + ux * 40, a.y + uy * 40).lineTo(b.x, b.y);
    this.into.moveTo(b.x - (ux + uy) * 16, b.y - (uy - ux) * 16).lineTo(b.x, b.y).lineTo(b.x - (ux - uy) * 16, b.y - (uy + ux) * 16);
    this.into.stroke({ width: 9, color: accent, cap: 'round', join: 'round' });
  }

  private cross({ x, y }: Point, colour: string): void {
    this.into.moveTo(x - 8, y - 8).lineTo(x + 8, y + 8).moveTo(x + 8, y - 8).lineTo(x - 8, y + 8).stroke({ width: 5, color: colour, cap: 'round' });
  }
}

/** A line begins at a unit's edge, not across its number. */
function off(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return { x: from.x + ((to.x - from.x) * 45) / length, y: from.y + ((to.y - from.y) * 45) / length };
}
