import { Container, Graphics } from 'pixi.js';

import { star } from '../../stage/draw';
import { clamp, lerp, pulse, smooth } from '../../stage/motion';
import type { Point, Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import { CELL, middle } from './ground';
import { shieldPath } from './icons';
import { Texts } from './pieces';
import { HIT, type Picture, type Shown } from './plot';

/** Abilities on their way from the caster to the target, what they do there, deaths and returns. */

export interface Size {
  width: number;
  height: number;
}

/** The outline of all cells of the board within some side steps of a cell: a diamond with stairs. */
export function stairs(centre: Point, reach: number, { width, height }: Size): number[] {
  const points: number[] = [];
  const half = CELL / 2;
  const corner = (x: number, y: number) => points.push(centre.x + x, centre.y + y);
  for (let i = 0; i <= reach; i += 1) {
    corner(i * CELL + half, -(reach - i) * CELL - half);
    if (i < reach) corner(i * CELL + half, -(reach - i - 1) * CELL - half);
  }
  // The other three quarters are the first one turned.
  const quarter = [...points];
  for (let turn = 1; turn < 4; turn += 1) {
    for (let i = 0; i < quarter.length; i += 2) {
      const [x, y] = [(quarter[i] ?? 0) - centre.x, (quarter[i + 1] ?? 0) - centre.y];
      const [rx, ry] = turn === 1 ? [-y, x] : turn === 2 ? [-x, -y] : [y, -x];
      corner(rx, ry);
    }
  }
  // Its edges lie along the board's, so that cutting it is only a matter of holding its corners back.
  return points.map((value, i) => clamp(value, 0, i % 2 === 0 ? width : height));
}

export class Effects {
  readonly below = new Graphics();
  readonly above = new Container();
  private readonly shots = new Graphics();
  private readonly texts = new Texts();

  constructor(
    private readonly palette: Palette,
    private readonly tongue: Tongue,
    private readonly size: Size,
  ) {
    this.above.addChild(this.shots, this.texts.root);
  }

  draw(picture: Picture): void {
    this.below.clear();
    this.shots.clear();
    this.texts.begin();
    for (const cast of picture.past) this.trace(cast);
    for (const { at, team } of picture.fallen) this.fallen(at, sideColour(this.palette, team));
    for (const { cast, k } of picture.casts) this.cast(cast, k);
    for (const flash of picture.flashes) this.flash(flash);
    const crowd = new Map<string, number>();
    for (const float of picture.floats) {
      // Several numbers over one hero stand side by side.
      const place = `${float.at.x},${float.at.y}`;
      const order = crowd.get(place) ?? 0;
      crowd.set(place, order + 1);
      this.float(float, order);
    }
  }

  private colourOf({ look, team }: Shown): string {
    if (look === 'heal') return this.palette.good;
    return look === 'fortify' ? this.palette.glow : sideColour(this.palette, team);
  }

  /** What is left of a cast when it is over: faint, so that a still picture also tells what happened. */
  private trace(cast: Shown): void {
    const { from, to, look, reach } = cast;
    const colour = this.colourOf(cast);
    if (from !== null && to !== null) {
      const [a, b] = [middle(from), middle(to)];
      if (flies(look)) arc(this.below, a, b, 1);
      else this.below.moveTo(a.x, a.y).lineTo(b.x, b.y);
      this.below.stroke({ width: look === 'ray' ? 14 : 9, color: colour, alpha: 0.38, cap: 'round' });
      this.below.circle(a.x, a.y, 11).fill({ color: colour, alpha: 0.45 });
    }
    if (to !== null && look !== 'dodge') this.area(this.below, middle(to), reach, colour, 0.1, 0.4);
  }

  private fallen(at: Point, colour: string): void {
    const arm = 20;
    this.below.circle(at.x, at.y, 36).fill({ color: this.palette.floor, alpha: 0.6 });
    this.below.circle(at.x, at.y, 36).stroke({ width: 7, color: colour, alpha: 0.75 });
    this.below.moveTo(at.x - arm, at.y - arm).lineTo(at.x + arm, at.y + arm).moveTo(at.x + arm, at.y - arm).lineTo(at.x - arm, at.y + arm);
    this.below.stroke({ width: 10, color: this.palette.danger, alpha: 0.85, cap: 'round' });
  }

  private area(into: Graphics, at: Point, reach: number, colour: string, fill: number, stroke: number): void {
    into.poly(stairs(at, reach, this.size), true).fill({ color: colour, alpha: fill });
    into.poly(stairs(at, reach, this.size), true).stroke({ width: 6, color: colour, alpha: stroke, join: 'round' });
  }

  private cast(cast: Shown, k: number): void {
    const { from, to, look, reach } = cast;
    const colour = this.colourOf(cast);
    const fly = smooth(clamp(k / HIT));
    const after = clamp((k - HIT) / (1 - HIT));
    if (from !== null) this.charge(middle(from), colour, k);
    if (from !== null && to !== null && fly < 1) this.flight(look, middle(from), middle(to), fly, colour);
    if (from !== null && to !== null && look === 'ray') this.beam(middle(from), middle(to), k, colour);
    if (to === null || after <= 0) {
      if (to !== null) this.area(this.below, middle(to), reach, colour, 0.06 * fly, 0.5 * fly);
      return;
    }
    const at = middle(to);
    if (look === 'heal') this.healing(at, after);
    else if (look === 'fortify') this.guarding(at, after);
    else this.burst(at, reach, after, colour);
  }

  /** The caster draws breath. */
  private charge(at: Point, colour: string, k: number): void {
    const ring = clamp(k * 3);
    if (ring < 1) this.shots.circle(at.x, at.y, lerp(70, 44, ring)).stroke({ width: 7, color: colour, alpha: ring });
  }

  private flight(look: Shown['look'], a: Point, b: Point, k: number, colour: string): void {
    if (look === 'ray' || k <= 0) return;
    const { shots, palette } = this;
    if (!flies(look)) {
      const tail = Math.max(k - 0.35, 0);
      const [from, to] = [mix(a, b, tail), mix(a, b, k)];
      shots.moveTo(from.x, from.y).lineTo(to.x, to.y).stroke({ width: 20, color: colour, alpha: 0.35, cap: 'round' });
      shots.moveTo(from.x, from.y).lineTo(to.x, to.y).stroke({ width: 9, color: palette.surface, alpha: 0.95, cap: 'round' });
      shots.circle(to.x, to.y, 16).fill(colour).circle(to.x, to.y, 8).fill(palette.surface);
      return;
    }
    const at = bend(a, b, k);
    arc(shots, a, b, k).stroke({ width: 7, color: colour, alpha: 0.5, cap: 'round' });
    if (look === 'bomb') {
      shots.circle(at.x, at.y, 27).fill(palette.ink).circle(at.x, at.y, 27).stroke({ width: 6, color: colour });
      shots.poly(star(6, 17, 7, k * 9).map((v, i) => v + (i % 2 === 0 ? at.x + 19 : at.y - 25)), true).fill(palette.glow);
    } else shots.circle(at.x, at.y, 17).fill(colour).circle(at.x, at.y, 8).fill(palette.surface);
  }

  private beam(a: Point, b: Point, k: number, colour: string): void {
    const strength = k < 0.2 ? k / 0.2 : k < 0.65 ? 1 : (1 - k) / 0.35;
    const end = mix(a, b, smooth(clamp(k / 0.25)));
    const line = () => this.shots.moveTo(a.x, a.y).lineTo(end.x, end.y);
    line().stroke({ width: 46 * strength, color: colour, alpha: 0.22, cap: 'round' });
    line().stroke({ width: 26 * strength, color: colour, alpha: 0.55, cap: 'round' });
    line().stroke({ width: 10 * strength, color: this.palette.surface, alpha: strength, cap: 'round' });
  }

  private burst(at: Point, reach: number, k: number, colour: string): void {
    const grown = smooth(clamp(k * 2.2));
    const fade = 1 - smooth(k);
    const size = (reach + 0.5) * CELL;
    this.area(this.below, at, reach, colour, 0.1 + 0.34 * fade, 0.4 + 0.5 * fade);
    this.shots.circle(at.x, at.y, size * grown).stroke({ width: 16 * fade, color: colour, alpha: fade });
    // The flash lies under the heroes, so that who is hit can still be seen.
    this.below.poly(star(9, size * 0.8 * grown, size * 0.42 * grown).map((v, i) => v + (i % 2 === 0 ? at.x : at.y)), true).fill({ color: this.palette.glow, alpha: 0.9 * fade });
    this.below.circle(at.x, at.y, size * 0.3 * grown).fill({ color: this.palette.surface, alpha: fade });
  }

  private healing(at: Point, k: number): void {
    const fade = 1 - smooth(k);
    const { good } = this.palette;
    this.shots.circle(at.x, at.y, 34 + 34 * k).stroke({ width: 11 * fade, color: good, alpha: fade });
    for (let i = 0; i < 4; i += 1) {
      const [x, y, r] = [at.x + [-34, 30, -12, 40][i]!, at.y + [10, -8, -30, 26][i]! - 46 * k, 13];
      this.shots.rect(x - r / 3, y - r, (r * 2) / 3, r * 2).rect(x - r, y - r / 3, r * 2, (r * 2) / 3).fill({ color: good, alpha: fade });
    }
  }

  private guarding(at: Point, k: number): void {
    shieldPath(this.shots, 40 + 50 * smooth(k), at).stroke({ width: 12 * (1 - k), color: this.palette.glow, alpha: 1 - k });
  }

  private flash({ at, k, kind, team }: Picture['flashes'][number]): void {
    const { palette, shots } = this;
    const colour = kind === 'death' ? palette.danger : sideColour(palette, team);
    const size = kind === 'death' ? lerp(30, 96, k) : lerp(96, 40, smooth(k));
    shots.circle(at.x, at.y, size).stroke({ width: 13 * (1 - k), color: colour, alpha: kind === 'death' ? 1 - k : pulse(k) });
    if (kind === 'spawn') return;
    const arm = 34;
    shots.moveTo(at.x - arm, at.y - arm).lineTo(at.x + arm, at.y + arm).moveTo(at.x + arm, at.y - arm).lineTo(at.x - arm, at.y + arm);
    shots.stroke({ width: 13, color: colour, alpha: 1 - smooth(clamp(k * 2 - 1)), cap: 'round' });
  }

  private float({ at, k, text, value, team }: Picture['floats'][number], order: number): void {
    const { palette } = this;
    const words = `${value > 0 ? '+' : '−'}${this.tongue.number(Math.abs(value))}`;
    const colour = text === 'score' ? sideColour(palette, team) : value > 0 ? palette.good : palette.bad;
    const made = this.texts.put(words, colour, palette.surface, text === 'score' ? 64 : 54);
    made.position.set(at.x + (order % 2 === 0 ? 1 : -1) * Math.ceil(order / 2) * 104, at.y - 70 - 62 * smooth(k));
    made.alpha = k < 0.7 ? 1 : (1 - k) / 0.3;
  }
}

const flies = (look: Shown['look']) => look === 'bomb' || look === 'dart' || look === 'dodge' || look === 'heal' || look === 'fortify';
const mix = (a: Point, b: Point, k: number): Point => ({ x: lerp(a.x, b.x, k), y: lerp(a.y, b.y, k) });

/** A lobbed way, seen from above and a little from the side. */
function bend(a: Point, b: Point, k: number): Point {
  const high = Math.min(Math.hypot(b.x - a.x, b.y - a.y) * 0.3, 170);
  const at = mix(a, b, k);
  return { x: at.x, y: at.y - high * 4 * k * (1 - k) };
}

/** The part of a lobbed way up to `k`, ready for a stroke. */
export function arc(into: Graphics, a: Point, b: Point, k: number): Graphics {
  into.moveTo(a.x, a.y);
  for (let i = 1; i <= 12; i += 1) {
    const at = bend(a, b, (k * i) / 12);
    into.lineTo(at.x, at.y);
  }
  return into;
}
