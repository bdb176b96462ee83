import { Container, Graphics, type Text } from 'pixi.js';

import { label, sideShape, star } from '../../stage/draw';
import { dashedRing } from '../../stage/lines';
import type { Point, Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import { isThief, sideOf } from './knowledge';
import type { Kind, Unit } from './types';

/** The units: the side by colour and outline (disc or diamond), the kind by the sign in it, and its number. */

/** A unit's sign around the origin, for a token of radius 1 × `r`; `ground` shows through its holes. */
export function sign(into: Graphics, kind: Kind, r: number, ink: string, ground: string): Graphics {
  const at = (points: number[]) => points.map((v) => v * r);
  switch (kind) {
    case 'police':
      into.poly(star(5, r * 0.66, r * 0.29), true).fill(ink);
      return into.circle(0, 0, r * 0.14).fill(ground);
    case 'batman':
      return into
        .poly(at([0, -0.14, 0.1, -0.36, 0.2, -0.14, 0.46, -0.3, 0.84, -0.28, 0.62, -0.04, 0.6, 0.22, 0.36, 0.12, 0.2, 0.3, 0, 0.54, -0.2, 0.3, -0.36, 0.12, -0.6, 0.22, -0.62, -0.04, -0.84, -0.28, -0.46, -0.3, -0.2, -0.14, -0.1, -0.36]), true)
        .fill(ink);
    case 'joker':
      into.poly(at([-0.5, 0.2, -0.72, -0.38, -0.28, -0.14, 0, -0.62, 0.28, -0.14, 0.72, -0.38, 0.5, 0.2]), true).fill(ink);
      for (const [x, y] of [[-0.72, -0.4], [0, -0.66], [0.72, -0.4]] as const) into.circle(x * r, y * r, r * 0.14).fill(ink);
      return into.moveTo(-0.44 * r, 0.34 * r).quadraticCurveTo(0, 0.66 * r, 0.44 * r, 0.34 * r).stroke({ width: r * 0.13, color: ink, cap: 'round' });
    case 'thief':
      into
        .moveTo(-0.74 * r, -0.22 * r)
        .bezierCurveTo(-0.4 * r, -0.46 * r, -0.14 * r, -0.32 * r, 0, -0.22 * r)
        .bezierCurveTo(0.14 * r, -0.32 * r, 0.4 * r, -0.46 * r, 0.74 * r, -0.22 * r)
        .bezierCurveTo(0.72 * r, 0.32 * r, 0.26 * r, 0.42 * r, 0, 0.08 * r)
        .bezierCurveTo(-0.26 * r, 0.42 * r, -0.72 * r, 0.32 * r, -0.74 * r, -0.22 * r)
        .fill(ink);
      into.ellipse(-0.34 * r, -0.06 * r, 0.17 * r, 0.12 * r).fill(ground);
      return into.ellipse(0.34 * r, -0.06 * r, 0.17 * r, 0.12 * r).fill(ground);
  }
}

/** A unit on the board. */
export interface Token {
  body: Container;
  /** Around a thief that nobody of the enemy sees. */
  veil: Graphics;
  /** Behind a thief in the open. */
  light: Graphics;
  /** In front of a caught thief. */
  bars: Graphics;
  plate: Container;
  /** Money that comes. */
  wage: Text;
}

export function makeToken(unit: Unit, r: number, palette: Palette, tongue: Tongue): Token {
  const side = sideOf(unit.team);
  const colour = sideColour(palette, side);
  const ink = palette.sideInk[side] ?? palette.surface;
  const body = new Container();
  const light = new Graphics();
  if (isThief(unit)) {
    for (let i = 5; i > 0; i -= 1) light.circle(0, 0, r * (1.1 + i * 0.16)).fill({ color: palette.glow, alpha: palette.dark ? 0.11 : 0.15 });
    light.circle(0, 0, r * 1.34).stroke({ width: Math.max(r * 0.1, 2), color: palette.glow });
  }
  const shape = new Graphics();
  shape.ellipse(0, r * 1.04, r * 0.76, r * 0.2).fill({ color: '#000000', alpha: 0.18 });
  sideShape(shape, side, r).fill(colour);
  sideShape(shape, side, r).stroke({ width: Math.max(r * 0.14, 2), color: palette.floor, join: 'round' });
  sign(shape, unit.kind, r, ink, colour);
  const veil = dashedRing(new Graphics(), { x: 0, y: 0 }, r * 1.26, 12).stroke({ width: Math.max(r * 0.11, 1.8), color: colour, cap: 'round' });
  const bars = new Graphics();
  for (const x of [-0.6, -0.2, 0.2, 0.6]) bars.moveTo(x * r, -r * 1.02).lineTo(x * r, r * 1.02);
  bars.moveTo(-r * 0.92, -r * 0.98).lineTo(r * 0.92, -r * 0.98).moveTo(-r * 0.92, r * 0.98).lineTo(r * 0.92, r * 0.98);
  bars.stroke({ width: r * 0.17, color: palette.ink, cap: 'round' });
  const plate = makePlate(tongue.number(unit.id), r * 0.62, palette, colour);
  plate.position.set(r * 0.74, r * 0.72);
  const wage = label('', { size: r * 0.74, colour: palette.good, weight: '800' });
  body.addChild(light, shape, veil, bars, plate, wage);
  return { body, veil, light, bars, plate, wage };
}

/** A number on a small plate. */
export function makePlate(text: string, size: number, palette: Palette, edge: string): Container {
  const plate = new Container();
  const name = label(text, { size, colour: palette.ink, weight: '800' });
  const width = Math.max(name.width, size * 0.7) + size * 0.56;
  const height = size * 1.24;
  const ground = new Graphics().roundRect(-width / 2, -height / 2, width, height, height / 2).fill(palette.surface);
  ground.roundRect(-width / 2, -height / 2, width, height, height / 2).stroke({ width: size * 0.12, color: edge });
  plate.addChild(ground, name);
  return plate;
}

/** Where a thief was seen last: its outline. */
export function drawGhost(into: Graphics, unit: Unit, { x, y }: Point, r: number, palette: Palette, alpha: number): void {
  const colour = sideColour(palette, sideOf(unit.team));
  const size = r * 0.8;
  if (sideOf(unit.team) === 1) into.poly([x, y - size * 1.2, x + size * 1.2, y, x, y + size * 1.2, x - size * 1.2, y], true);
  else into.circle(x, y, size);
  into.fill({ color: palette.floor, alpha: 0.82 * alpha });
  dashedRing(into, { x, y }, size * 1.02, 8).stroke({ width: Math.max(r * 0.12, 2), color: colour, alpha: alpha * 0.9, cap: 'round' });
  // A simple mask: the full one is too fine for an outline.
  into.moveTo(x - size * 0.56, y - size * 0.06).quadraticCurveTo(x, y - size * 0.5, x + size * 0.56, y - size * 0.06);
  into.stroke({ width: Math.max(r * 0.1, 1.6), color: colour, alpha: alpha * 0.9, cap: 'round' });
  for (const dx of [-0.3, 0.3]) into.circle(x + size * dx, y + size * 0.12, size * 0.14).fill({ color: colour, alpha: alpha * 0.9 });
}
