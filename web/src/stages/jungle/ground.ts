import { Container, Graphics } from 'pixi.js';

import { label } from '../../stage/draw';
import type { Tongue } from '../../stage/stage';
import type { Palette } from '../../theme.svelte';
import { CELL, RIM, type Layout } from './layout';
import type { Look } from './look';
import type { Config } from './types';

/** What never changes: the floor, thickets, water, nests. Drawn once. */
export function ground(config: Config, layout: Layout, palette: Palette, look: Look): Graphics {
  const made = new Graphics();
  const { cols, rows, top } = layout;
  const at = (x: number, y: number) => config.map[y]?.[x] ?? ' ';
  const { board } = layout;
  made.roundRect(board.x, board.y + 4, board.width, board.height, 30).fill({ color: '#000000', alpha: 0.1 });
  made.roundRect(board.x, board.y, board.width, board.height, 30).fill(look.rim);
  made.roundRect(RIM - 7, top + RIM - 7, cols * CELL + 14, rows * CELL + 14, 19).fill(look.earth);
  each(cols, rows, (x, y) => {
    if ((x + y) % 2 === 1) made.rect(RIM + x * CELL, top + RIM + y * CELL, CELL, CELL).fill(look.earthAlt);
  });
  const ways = { made, layout, at };
  each(cols, rows, (x, y) => {
    const tile = at(x, y);
    if (tile === '~') solid(ways, x, y, look.water, 20);
    else if (tile === '#') solid(ways, x, y, look.thicket, 26);
    else if (tile === 'S') nest(made, layout.middle({ x, y }), look);
    else if (tile === ',') litter(made, layout.middle({ x, y }), look);
  });
  each(cols, rows, (x, y) => {
    if (at(x, y) === '#') leaves(made, layout.middle({ x, y }), x * 31 + y * 17, look);
    else if (at(x, y) === '~') ripples(made, layout.middle({ x, y }), look, palette);
  });
  return made;
}

function each(cols: number, rows: number, run: (x: number, y: number) => void): void {
  for (let y = 0; y < rows; y += 1) for (let x = 0; x < cols; x += 1) run(x, y);
}

/** A block that grows together with its neighbours of the same kind. */
function solid(ways: { made: Graphics; layout: Layout; at: (x: number, y: number) => string }, x: number, y: number, colour: string, round: number): void {
  const { made, layout, at } = ways;
  const corner = layout.corner({ x, y });
  const tile = at(x, y);
  const inset = 4;
  const wide = CELL - inset * 2;
  made.roundRect(corner.x + inset, corner.y + inset, wide, wide, round).fill(colour);
  if (at(x + 1, y) === tile) made.rect(corner.x + CELL / 2, corner.y + inset, CELL, wide).fill(colour);
  if (at(x, y + 1) === tile) made.rect(corner.x + inset, corner.y + CELL / 2, wide, CELL).fill(colour);
  if (at(x + 1, y) === tile && at(x, y + 1) === tile && at(x + 1, y + 1) === tile) {
    made.rect(corner.x + CELL / 2, corner.y + CELL / 2, CELL, CELL).fill(colour);
  }
}

/** A crown of leaves, turned by the cell's own number so that no two neighbours look alike. */
function leaves(made: Graphics, { x, y }: { x: number; y: number }, seed: number, look: Look): void {
  const turn = (seed * 2.399) % (Math.PI * 2);
  for (let i = 0; i < 5; i += 1) {
    const angle = turn + (i * Math.PI * 2) / 5;
    made.circle(x + Math.cos(angle) * 21, y + Math.sin(angle) * 21, 15).fill({ color: look.leaf, alpha: 0.9 });
  }
  for (let i = 0; i < 3; i += 1) {
    const angle = turn + 0.5 + (i * Math.PI * 2) / 3;
    made.circle(x - 3 + Math.cos(angle) * 9, y - 4 + Math.sin(angle) * 9, 8).fill({ color: look.leafLight, alpha: 0.8 });
  }
}

function ripples(made: Graphics, { x, y }: { x: number; y: number }, look: Look, palette: Palette): void {
  for (const [dx, dy, wide] of [[-12, -16, 30], [8, 4, 36], [-8, 22, 26]] as const) {
    const left = x + dx - wide / 2;
    made.moveTo(left, y + dy).quadraticCurveTo(left + wide / 4, y + dy - 8, left + wide / 2, y + dy).quadraticCurveTo(left + (wide * 3) / 4, y + dy + 8, left + wide, y + dy);
  }
  made.stroke({ width: 5, color: look.ripple, alpha: palette.dark ? 0.6 : 0.55, cap: 'round' });
}

/** A spawn tile: a woven nest. */
function nest(made: Graphics, { x, y }: { x: number; y: number }, look: Look): void {
  made.roundRect(x - 46, y - 46, 92, 92, 22).fill(look.nest);
  for (const [radius, width] of [[38, 6], [27, 4]] as const) {
    for (let i = 0; i < 6; i += 1) {
      const from = (i * Math.PI) / 3 + (radius === 27 ? Math.PI / 6 : 0);
      made.moveTo(x + Math.cos(from) * radius, y + Math.sin(from) * radius).arc(x, y, radius, from, from + Math.PI / 4);
    }
    made.stroke({ width, color: look.nestLine, cap: 'round' });
  }
}

/** Fallen leaves: floor like any other. */
function litter(made: Graphics, { x, y }: { x: number; y: number }, look: Look): void {
  for (const [dx, dy, turn] of [[-18, -12, 0.5], [16, -20, 2.2], [6, 18, 1.2]] as const) {
    const [c, s] = [Math.cos(turn) * 13, Math.sin(turn) * 13];
    made.moveTo(x + dx - c, y + dy - s).quadraticCurveTo(x + dx - s, y + dy + c, x + dx + c, y + dy + s).quadraticCurveTo(x + dx + s, y + dy - c, x + dx - c, y + dy - s);
  }
  made.fill({ color: look.leafLight, alpha: 0.3 });
}

/** The numbers of columns and rows, on the frame. */
export function coordinates(layout: Layout, palette: Palette, tongue: Tongue): Container {
  const made = new Container();
  const pills = made.addChild(new Graphics());
  const put = (n: number, x: number, y: number) => {
    const text = label(tongue.number(n), { size: 24, colour: palette.ink, weight: '700' });
    text.position.set(x, y);
    pills.roundRect(x - 21, y - 16, 42, 32, 16).fill(palette.surface);
    made.addChild(text);
  };
  const { x, y, height } = layout.board;
  for (let column = 0; column < layout.cols; column += 1) put(column, layout.middle({ x: column, y: 0 }).x, y + height - 17);
  for (let row = 0; row < layout.rows; row += 1) put(row, x + 22, layout.middle({ x: 0, y: row }).y);
  return made;
}
