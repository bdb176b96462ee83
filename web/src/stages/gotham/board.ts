import { BitmapText, Container, Graphics } from 'pixi.js';

import { FONT, star } from '../../stage/draw';
import { dashed, solid } from '../../stage/lines';
import type { Point, Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import type { City } from './city';
import type { Way } from './types';

/** The still part of the picture: the city's blocks and streets, its lines and its nodes. Drawn once. */

/** Green dashes for the bus, a violet double line for the metro, a plain street on foot. */
export function wayColour(palette: Palette, way: Way): string {
  return way === 'walk' ? palette.muted : sideColour(palette, way === 'bus' ? 2 : 6);
}

export function drawLine(into: Graphics, points: readonly Point[], way: Way, thick: number, palette: Palette): void {
  const colour = wayColour(palette, way);
  if (way === 'walk') {
    solid(into, points).stroke({ width: thick * 0.5, color: palette.muted, alpha: 0.75, cap: 'round' });
  } else if (way === 'bus') {
    solid(into, points).stroke({ width: thick * 1.5, color: palette.floor, alpha: 0.85, cap: 'round', join: 'round' });
    dashed(into, points, thick * 2.6, thick * 1.9).stroke({ width: thick, color: colour, cap: 'butt', join: 'round' });
  } else {
    solid(into, points).stroke({ width: thick * 2.3, color: palette.floor, alpha: 0.85, cap: 'round', join: 'round' });
    solid(into, points).stroke({ width: thick * 1.7, color: colour, cap: 'round', join: 'round' });
    solid(into, points).stroke({ width: thick * 0.6, color: palette.floor, cap: 'round', join: 'round' });
  }
}

export const lineThickness = (city: City) => Math.min(Math.max(city.spacing * 0.07, 3), 5.5);

/** What lies under the traces of the units, and what stands above them. */
export function drawBoard(city: City, palette: Palette, tongue: Tongue): { under: Container; above: Container; names: Container } {
  const [under, above] = [new Container(), new Container()];
  under.addChild(ground(city, palette), lines(city, palette));
  const names = numbers(city, palette, tongue);
  above.addChild(dots(city, palette), names);
  return { under, above, names };
}

function ground(city: City, palette: Palette): Graphics {
  const made = new Graphics();
  const { board } = city;
  made.roundRect(board.x, board.y, board.width, board.height, 30).fill(palette.solid);
  made.roundRect(board.x + 8, board.y + 8, board.width - 16, board.height - 16, 22).fill(palette.floorAlt);
  // Streets are lighter than the blocks between them.
  const width = Math.max(city.dot * 1.5, 11);
  for (const { path, points } of city.roads) if (path.way === 'walk') solid(made, points);
  made.stroke({ width: width + 3, color: palette.grid, cap: 'round', join: 'round' });
  for (const { path, points } of city.roads) if (path.way === 'walk') solid(made, points);
  return made.stroke({ width, color: palette.floor, cap: 'round', join: 'round' });
}

function lines(city: City, palette: Palette): Graphics {
  const made = new Graphics();
  const thick = lineThickness(city);
  for (const way of ['walk', 'bus', 'metro'] as const) {
    for (const { path, points } of city.roads) if (path.way === way) drawLine(made, points, way, thick, palette);
  }
  return made;
}

function dots(city: City, palette: Palette): Graphics {
  const made = new Graphics();
  for (const [node, { x, y }] of city.places) {
    if (city.stations.has(node)) {
      const r = city.dot * 1.55;
      made.roundRect(x - r, y - r, r * 2, r * 2, r * 0.42).fill(palette.ink);
      made.poly(star(5, r * 0.74, r * 0.32).map((v, i) => v + (i % 2 === 0 ? x : y)), true).fill(palette.glow);
    } else {
      made.circle(x, y, city.dot).fill(palette.floor);
      made.circle(x, y, city.dot).stroke({ width: Math.max(city.dot * 0.18, 1.6), color: palette.muted });
    }
  }
  return made;
}

/** How large a place's number is written in its dot, and how much of the dot it may fill on a small screen. */
export const PLACE = 1.02;
const FILL = 1.8;

/** Writes the places' numbers larger, as far as their dots have room; whether that changed anything. */
export function enlarge(numbers: Container, city: City, times: number): boolean {
  let changed = false;
  for (const name of numbers.children) {
    const now = Math.min(times, (city.dot * FILL * name.scale.x) / Math.max((name as BitmapText).width, 1));
    const scale = Math.max(now, 1);
    if (Math.abs(scale - name.scale.x) < 0.01) continue;
    name.scale.set(scale);
    changed = true;
  }
  return changed;
}

/** Few glyphs in one atlas: hundreds of numbers cost no more than one. */
function numbers(city: City, palette: Palette, tongue: Tongue): Container {
  const made = new Container();
  const fontSize = city.dot * PLACE;
  for (const [node, { x, y }] of city.places) {
    if (city.stations.has(node)) continue;
    const name = new BitmapText({ text: tongue.number(node), style: { fontFamily: FONT, fontSize, fontWeight: '600', fill: palette.muted } });
    name.anchor.set(0.5);
    name.position.set(x, y);
    made.addChild(name);
  }
  return made;
}
