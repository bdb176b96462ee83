import { Container, Graphics } from 'pixi.js';

import { label } from '../../stage/draw';
import type { Tongue } from '../../stage/stage';
import type { Palette } from '../../theme.svelte';
import type { Layout } from './layout';
import type { Look } from './look';
import { CUTS, type Gems } from './pieces';

const STEP = 150;
const HEAD = 170;
const SIDE = 230;
const WIDE = SIDE + STEP * 5 + 40;
const HIGH = HEAD + 110 * 5 + 40;

/** What the diamonds' colours and cuts mean: level by points. Shown over the board on request. */
export function chart(layout: Layout, palette: Palette, look: Look, gems: Gems, tongue: Tongue): Container {
  const made = new Container();
  const back = new Graphics().roundRect(-8, 6, WIDE + 16, HIGH + 8, 40).fill({ color: '#000000', alpha: 0.2 });
  back.roundRect(0, 0, WIDE, HIGH, 36).fill(palette.surface).roundRect(0, 0, WIDE, HIGH, 36).stroke({ width: 4, color: palette.line });
  made.addChild(back);
  const write = (text: string, x: number, y: number, size = 34, colour = palette.ink) => {
    const words = label(text, { size, colour, weight: '700' });
    words.position.set(x, y);
    words.scale.set(Math.min(1, SIDE / words.width));
    made.addChild(words);
  };
  const { say, number } = tongue;
  const title = label(say('jungle.chart.points'), { size: 40, colour: palette.ink, weight: '800' });
  title.position.set(SIDE + (STEP * 5) / 2, 58);
  made.addChild(title);
  CUTS.forEach((least, cut) => {
    const next = CUTS[cut + 1];
    write(next === undefined ? `${number(least)}+` : `${number(least)}–${number(next - 1)}`, SIDE + STEP * (cut + 0.5), 124, 34, palette.muted);
  });
  for (let level = 1; level <= 5; level += 1) {
    const y = HEAD + 110 * (level - 0.5);
    write(say('jungle.chart.level', { level }), SIDE / 2 + 10, y, 38);
    CUTS.forEach((_, cut) => {
      const gem = new Graphics(gems.drawing(level, cut));
      gem.position.set(SIDE + STEP * (cut + 0.5), y);
      const digit = label(number(level), { size: cut === 0 ? 27 : 33, colour: look.gemInk[level - 1] ?? palette.ink, weight: '800' });
      digit.position.copyFrom(gem.position);
      made.addChild(gem, digit);
    });
  }
  const scale = Math.min((layout.width * 0.92) / WIDE, ((layout.height - layout.top) * 0.92) / HIGH, 1.5);
  made.scale.set(scale);
  made.position.set((layout.width - WIDE * scale) / 2, layout.top + (layout.height - layout.top - HIGH * scale) / 2);
  return made;
}
