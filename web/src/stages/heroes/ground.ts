import { Container, Graphics } from 'pixi.js';

import { sideShape, star } from '../../stage/draw';
import type { Point } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import { runs, within, type Board } from './board';
import type { Cell, CellSet, View } from './types';

/** The field: floor, zones, walls, and the fog over it. Floor, zones and walls never change and are drawn once. */

export const CELL = 100;
export const RIM = 46;
/** How far the board's frame reaches beyond its cells. */
export const FRAME = 18;

export const middle = ({ row, column }: Cell): Point => ({ x: (column + 0.5) * CELL, y: (row + 0.5) * CELL });

const EDGES = [
  { row: -1, column: 0, ends: [0, 0, 1, 0] },
  { row: 1, column: 0, ends: [0, 1, 1, 1] },
  { row: 0, column: -1, ends: [0, 0, 0, 1] },
  { row: 0, column: 1, ends: [1, 0, 1, 1] },
] as const;

/** The border of a set of cells, as lines ready for a stroke. */
function border(into: Graphics, set: CellSet, dash: number): Graphics {
  for (const { row, column, length } of runs(set)) {
    for (let c = column; c < column + length; c += 1) {
      for (const edge of EDGES) {
        const beside = { row: row + edge.row, column: c + edge.column };
        if (within(set, beside)) continue;
        const [x1, y1, x2, y2] = edge.ends;
        line(into, (c + x1) * CELL, (row + y1) * CELL, (c + x2) * CELL, (row + y2) * CELL, dash);
      }
    }
  }
  return into;
}

/** One edge of a cell, whole or in dashes that fit it evenly. */
function line(into: Graphics, x1: number, y1: number, x2: number, y2: number, dash: number): void {
  if (dash === 0) {
    into.moveTo(x1, y1).lineTo(x2, y2);
    return;
  }
  for (let i = 0; i < dash; i += 1) {
    const [a, b] = [(i + 0.2) / dash, (i + 0.8) / dash];
    into.moveTo(x1 + (x2 - x1) * a, y1 + (y2 - y1) * a).lineTo(x1 + (x2 - x1) * b, y1 + (y2 - y1) * b);
  }
}

function fill(into: Graphics, set: CellSet, colour: string, alpha: number): void {
  const all = runs(set);
  if (all.length === 0) return;
  for (const { row, column, length } of all) into.rect(column * CELL, row * CELL, length * CELL, CELL);
  into.fill({ color: colour, alpha });
}

/** The middle of a zone: where its sign is drawn. */
function heart(set: CellSet): { at: Point; size: number } | null {
  const all = runs(set);
  const cells = all.reduce((sum, { length }) => sum + length, 0);
  if (cells === 0) return null;
  const x = all.reduce((sum, { column, length }) => sum + (column + length / 2) * length, 0) / cells;
  const y = all.reduce((sum, { row, length }) => sum + (row + 0.5) * length, 0) / cells;
  return { at: { x: x * CELL, y: y * CELL }, size: Math.sqrt(cells) * CELL };
}

export function makeFloor(board: Board, palette: Palette): Container {
  const { rows, columns, config } = board;
  const [width, height] = [columns * CELL, rows * CELL];
  const made = new Graphics();
  made.roundRect(-FRAME, -FRAME, width + FRAME * 2, height + FRAME * 2, 26).fill(palette.solid);
  made.roundRect(-7, -7, width + 14, height + 14, 15).fill(palette.floor);
  for (let row = 0; row < rows; row += 1) {
    for (let column = row % 2 === 0 ? 1 : 0; column < columns; column += 2) made.rect(column * CELL, row * CELL, CELL, CELL);
  }
  made.fill(palette.floorAlt);
  for (let row = 1; row < rows; row += 1) made.moveTo(0, row * CELL).lineTo(width, row * CELL);
  for (let column = 1; column < columns; column += 1) made.moveTo(column * CELL, 0).lineTo(column * CELL, height);
  made.stroke({ width: 2, color: palette.grid });
  const zones = new Graphics();
  drawObjective(zones, config.objective, palette);
  const all = new Container();
  all.addChild(made, zones);
  config.respawn.forEach((zone, team) => {
    const sign = new Graphics();
    drawRespawn(zones, sign, zone, team, palette);
    all.addChild(sign);
  });
  return all;
}

function drawObjective(into: Graphics, zone: CellSet, palette: Palette): void {
  fill(into, zone, palette.glow, palette.dark ? 0.16 : 0.2);
  border(into, zone, 2).stroke({ width: 9, color: palette.glow, cap: 'round' });
  const found = heart(zone);
  if (found === null) return;
  const shift = (points: number[]) => points.map((v, i) => v + (i % 2 === 0 ? found.at.x : found.at.y));
  into.poly(shift(star(5, found.size * 0.34, found.size * 0.15)), true).fill({ color: palette.glow, alpha: palette.dark ? 0.2 : 0.28 });
}

function drawRespawn(into: Graphics, sign: Graphics, zone: CellSet, team: number, palette: Palette): void {
  const colour = sideColour(palette, team);
  fill(into, zone, colour, palette.dark ? 0.22 : 0.16);
  border(into, zone, 0).stroke({ width: 8, color: colour, cap: 'round', alpha: 0.85 });
  const found = heart(zone);
  if (found === null) return;
  sign.position.set(found.at.x, found.at.y);
  sideShape(sign, team, Math.min(found.size * 0.27, 130)).stroke({ width: 16, color: colour, alpha: 0.4 });
}

/** Walls stand: a face and a lighter top, joined where they touch. */
export function makeWalls(board: Board, palette: Palette): Graphics {
  const made = new Graphics();
  const { walls } = board.config;
  const all = runs(walls);
  for (const { row, column, length } of all) made.roundRect(column * CELL + 3, row * CELL + 9, length * CELL - 6, CELL - 3, 18);
  made.fill({ color: '#000000', alpha: palette.dark ? 0.5 : 0.22 });
  const block = (inset: number, colour: string) => {
    for (const { row, column, length } of all) {
      made.roundRect(column * CELL + 3 + inset, row * CELL + 3 + inset, length * CELL - 6 - inset * 2, CELL - 6 - inset * 2, 18 - inset / 2);
      for (let c = column, from = column; c < column + length; from = c) {
        while (c < column + length && within(walls, { row: row + 1, column: c })) c += 1;
        if (c === from) c += 1;
        else made.rect(from * CELL + 3 + inset, row * CELL + CELL / 2, (c - from) * CELL - 6 - inset * 2, CELL);
      }
    }
    made.fill(colour);
  };
  // The dark theme's solid is a light that suits lines; whole blocks of it would outshine the heroes.
  block(0, palette.dark ? blend(palette.solid, palette.floor, 0.25) : palette.solid);
  block(14, palette.dark ? blend(palette.solid, palette.floor, 0.5) : blend(palette.solid, palette.muted, 0.35));
  return made;
}

/** A colour between two. */
function blend(a: string, b: string, k: number): string {
  const part = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(part(a, at) * (1 - k) + part(b, at) * k).toString(16).padStart(2, '0'));
  return `#${mixed.join('')}`;
}

/** What is drawn over a cell: nothing, or the fog, or the colour of the only team that sees it. */
type Veil = 'clear' | 'fog' | 'first' | 'second';

/**
 * What nobody, one team or both see. Cells that stay as they are stay drawn; those that change fade. It is drawn anew only
 * for another pair of views.
 */
export class Fog {
  readonly root = new Container();
  private readonly stays = new Graphics();
  private readonly goes = new Graphics();
  private readonly comes = new Graphics();
  private readonly veils = new WeakMap<View, Veil[]>();
  private drawn: [View, View] | null = null;

  constructor(
    private readonly board: Board,
    private readonly palette: Palette,
  ) {
    this.root.addChild(this.stays, this.goes, this.comes);
  }

  show(before: View, after: View, p: number): void {
    this.goes.alpha = 1 - p;
    this.comes.alpha = p;
    if (this.drawn?.[0] === before && this.drawn[1] === after) return;
    this.drawn = [before, after];
    const [was, is] = [this.veilsOf(before), this.veilsOf(after)];
    this.paint(this.stays, after, is, (at) => was[at] === is[at]);
    this.paint(this.goes, before, was, (at) => was[at] !== is[at]);
    this.paint(this.comes, after, is, (at) => was[at] !== is[at]);
  }

  private veilsOf(view: View): Veil[] {
    const known = this.veils.get(view);
    if (known !== undefined) return known;
    const { rows, columns } = this.board;
    const [first, second] = view.vision;
    // Before the heroes stand there is nothing that could be seen.
    const standing = view.heroes.some((team) => team.some((hero) => hero.cell !== null || hero.hp === 0));
    const made = Array.from({ length: rows * columns }, (_, at): Veil => {
      const cell = { row: Math.floor(at / columns), column: at % columns };
      if (!standing || this.board.wall(cell)) return 'clear';
      const [a, b] = [within(first, cell), within(second, cell)];
      if (!a && !b) return 'fog';
      // One team's own view has no colours: what is seen is clear.
      return a === b || first === null || second === null ? 'clear' : a ? 'first' : 'second';
    });
    this.veils.set(view, made);
    return made;
  }

  private paint(into: Graphics, view: View, veils: readonly Veil[], chosen: (at: number) => boolean): void {
    const { palette } = this;
    const { rows, columns } = this.board;
    const blind = view.team !== null;
    const strength = palette.dark ? (blind ? 0.66 : 0.55) : blind ? 0.32 : 0.2;
    const colours = {
      fog: { color: palette.dark ? palette.ground : palette.solid, alpha: strength },
      first: { color: sideColour(palette, 0), alpha: palette.dark ? 0.17 : 0.13 },
      second: { color: sideColour(palette, 1), alpha: palette.dark ? 0.17 : 0.13 },
    };
    into.clear();
    for (const veil of ['fog', 'first', 'second'] as const) {
      let any = false;
      for (let row = 0; row < rows; row += 1) {
        for (let column = 0, from = 0; column < columns; from = column) {
          while (column < columns && veils[row * columns + column] === veil && chosen(row * columns + column)) column += 1;
          if (column === from) column += 1;
          else {
            into.rect(from * CELL, row * CELL, (column - from) * CELL, CELL);
            any = true;
          }
        }
      }
      if (any) into.fill(colours[veil]);
    }
  }
}
