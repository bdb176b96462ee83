import { Container, Graphics, GraphicsContext, type Text } from 'pixi.js';

import { label, sideShape, star } from '../../stage/draw';
import type { Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import type { Look } from './look';

/** Units and diamonds: made once, then only placed. */

export class UnitPiece {
  readonly root = new Container();
  private readonly summons: Graphics;

  constructor(number: number, side: number, palette: Palette, look: Look, tongue: Tongue) {
    const colour = sideColour(palette, side);
    const ink = palette.sideInk[side % palette.sideInk.length] ?? palette.surface;
    const shadow = new Graphics().ellipse(0, 35, 26, 7).fill({ color: '#000000', alpha: 0.18 });
    const body = sideShape(new Graphics(), side, 33).fill(colour);
    sideShape(body, side, 33).stroke({ width: 5, color: look.earth, join: 'round' });
    const shine = new Graphics().circle(-11, -13, 7).fill({ color: '#ffffff', alpha: 0.25 });
    const name = label(tongue.number(number), { size: number > 9 ? 34 : 40, colour: ink, weight: '800' });
    // The triangle is narrow above: its number stands lower.
    name.position.set(0, side % 4 === 3 ? 9 : 0);
    this.summons = summonRing(palette);
    this.root.addChild(this.summons, shadow, body, shine, name);
  }

  place(x: number, y: number, alpha: number, size: number, summoning: boolean): void {
    this.root.visible = alpha > 0;
    this.root.position.set(x, y);
    this.root.alpha = alpha;
    this.root.scale.set(size);
    this.summons.visible = summoning;
  }
}

/** Rings and arrows upwards: the unit calls and cannot leave. */
function summonRing(palette: Palette): Graphics {
  const made = new Graphics();
  made.circle(0, 0, 47).fill({ color: palette.glow, alpha: palette.dark ? 0.2 : 0.28 });
  for (let i = 0; i < 8; i += 1) {
    const from = (i * Math.PI) / 4;
    made.moveTo(Math.cos(from) * 44, Math.sin(from) * 44).arc(0, 0, 44, from, from + Math.PI / 6);
  }
  made.stroke({ width: 5, color: palette.glow, cap: 'round' });
  made.moveTo(-44, -22).lineTo(-32, -34).lineTo(-20, -22).moveTo(-44, -36).lineTo(-32, -48).lineTo(-20, -36);
  return made.stroke({ width: 6, color: palette.dark ? palette.glow : palette.warn, cap: 'round', join: 'round' });
}

/** Points at which a diamond changes its cut. */
export const CUTS = [0, 5, 10, 50, 100] as const;
export const cutOf = (points: number) => CUTS.findLastIndex((least) => points >= least);

/** One drawing for each level and cut, shared by all diamonds. */
export class Gems {
  private readonly made = new Map<number, GraphicsContext>();

  constructor(private readonly look: Look) {}

  drawing(level: number, cut: number): GraphicsContext {
    const key = level * 8 + cut;
    let found = this.made.get(key);
    if (found === undefined) {
      const place = Math.min(Math.max(level, 1), 5) - 1;
      found = gem(cut, this.look.gems[place] ?? '', this.look.gemEdge[place] ?? '');
      this.made.set(key, found);
    }
    return found;
  }

  destroy(): void {
    for (const context of this.made.values()) context.destroy();
  }
}

/** The five cuts: a chip, a brilliant, an emerald cut, an octagon, a star. */
function gem(cut: number, colour: string, edge: string): GraphicsContext {
  const made = new GraphicsContext();
  const outline = [
    [-14, -19, 14, -19, 26, -4, 0, 27, -26, -4],
    [-19, -26, 19, -26, 35, -6, 0, 36, -35, -6],
    [-21, -34, 21, -34, 33, -19, 33, 19, 21, 34, -21, 34, -33, 19, -33, -19],
    star(4, 38, 38, -Math.PI / 2 + Math.PI / 8),
    star(8, 46, 33),
  ][cut] ?? [];
  const inner = [
    [-26, -4, 26, -4],
    [-35, -6, 35, -6],
    [-17, -19, 17, -19, 17, 19, -17, 19],
    star(4, 23, 23, -Math.PI / 2 + Math.PI / 8),
    star(8, 22, 22),
  ][cut] ?? [];
  made.poly(outline, true).fill(colour).poly(outline, true).stroke({ width: 5, color: edge, join: 'round' });
  made.poly(inner, inner.length > 4).stroke({ width: 2.5, color: edge, alpha: 0.5 });
  // Light on the upper left side.
  const [x0 = 0, y0 = 0] = outline;
  made.moveTo(x0 * 0.62 - 5, y0 * 0.62 + 2).lineTo(x0 * 0.62 + 4, y0 * 0.62 - 2).stroke({ width: 4, color: '#ffffff', alpha: 0.75, cap: 'round' });
  return made;
}

export class GemPiece {
  readonly root = new Container();
  /** How many points it would pay; above everything else. */
  readonly tag = new Container();
  private readonly drawing = new Graphics();
  private readonly digit: Text;
  private readonly sum: Text;
  private readonly back = new Graphics();
  private shown = { level: -1, cut: -1, points: -1 };

  constructor(
    private readonly gems: Gems,
    private readonly look: Look,
    private readonly palette: Palette,
    private readonly tongue: Tongue,
  ) {
    this.digit = label('', { size: 27, colour: palette.ink, weight: '800' });
    this.sum = label('', { size: 31, colour: palette.ink, weight: '800' });
    this.root.addChild(this.drawing, this.digit);
    this.tag.addChild(this.back, this.sum);
  }

  /** Level by colour and digit, points by cut and tag. */
  show(level: number, points: number): void {
    const cut = cutOf(points);
    const { shown } = this;
    if (level !== shown.level || cut !== shown.cut) {
      this.drawing.context = this.gems.drawing(level, cut);
      this.digit.text = this.tongue.number(level);
      this.digit.style.fill = this.look.gemInk[Math.min(level, 5) - 1] ?? this.palette.ink;
      this.digit.style.fontSize = cut === 0 ? 27 : 33;
      this.digit.position.set(0, cut < 2 ? 1 : 0);
    }
    if (points !== shown.points) {
      this.tag.visible = points > 0;
      this.sum.text = this.tongue.number(points);
      const wide = this.sum.width + 18;
      this.back.clear().roundRect(-wide / 2, -18, wide, 36, 14).fill({ color: this.palette.surface, alpha: 0.94 }).roundRect(-wide / 2, -18, wide, 36, 14);
      this.back.stroke({ width: 2, color: this.palette.line });
    }
    this.shown = { level, cut, points };
  }
}
