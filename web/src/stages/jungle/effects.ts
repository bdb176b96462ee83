import { Container, Graphics, type Text } from 'pixi.js';

import { label } from '../../stage/draw';
import { dashed } from '../../stage/lines';
import { clamp, lerp, smooth } from '../../stage/motion';
import type { Point, Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import { CELL, type Layout } from './layout';
import type { Look } from './look';
import { along, pulled, unitsOf, type Picture, type Spark, type VinePicture } from './picture';
import type { Point as Cell, View } from './types';

/** Ways, trails, vines, blows and gains. */
export class Effects {
  /** Below the units. */
  readonly under = new Container();
  /** Above them. */
  readonly over = new Container();
  private readonly ways = new Graphics();
  private readonly traces = new Graphics();
  private readonly vines = new Graphics();
  private readonly sparks = new Graphics();
  private readonly gains: Text[] = [];
  private walked: View | null = null;

  constructor(
    private readonly layout: Layout,
    private readonly palette: Palette,
    private readonly look: Look,
    private readonly tongue: Tongue,
    private readonly sideOf: (team: number) => number,
  ) {
    this.under.addChild(this.ways, this.traces, this.vines);
    this.over.addChild(this.sparks);
  }

  /** `view` is the state before a motion, or the state at rest; `p` is how far the motion is, 1 at rest. */
  draw(picture: Picture, view: View, p: number, paths: boolean): void {
    const resting = p >= 1;
    this.drawWays(view, paths);
    this.traces.clear();
    // Those of the tick before fade, those of this tick stay until the next.
    const alpha = resting ? 1 : clamp(1 - p * 2);
    for (const { died_at: at } of unitsOf(view)) if (at !== null) this.grave(at, alpha);
    for (const { from, to, team, k } of picture.trails) {
      const [a, b] = [this.layout.middle(from), this.layout.middle(along(from, to, smooth(k)))];
      this.traces.moveTo(a.x, a.y).lineTo(b.x, b.y).stroke({ width: 9, color: this.colour(team), alpha: 0.28, cap: 'round' });
      this.traces.circle(a.x, a.y, 7).fill({ color: this.colour(team), alpha: 0.32 });
    }
    this.vines.clear();
    for (const vine of picture.vines) this.vine(vine);
    this.sparks.clear();
    let gains = 0;
    for (const spark of picture.sparks) {
      if (spark.kind === 'drop') this.gain(spark, gains++);
      else this.spark(spark);
      if (spark.kind === 'kill' && !resting) this.grave(spark.at, clamp((spark.k - 0.6) / 0.4));
    }
    for (const text of this.gains.slice(gains)) text.visible = false;
  }

  private colour(team: number): string {
    return sideColour(this.palette, this.sideOf(team));
  }

  /** Where units still want to walk; it changes only from tick to tick. */
  private drawWays(view: View, shown: boolean): void {
    this.ways.visible = shown;
    if (!shown || this.walked === view) return;
    this.walked = view;
    this.ways.clear();
    view.teams.forEach((team, index) => {
      const colour = this.colour(index);
      // Teams that share a way walk it side by side.
      const shift = (index - (view.teams.length - 1) / 2) * 9;
      for (const unit of team.units) {
        const end = unit.path.at(-1);
        if (unit.position === null || end === undefined) continue;
        const points = [unit.position, ...unit.path].map((cell) => this.layout.middle(cell)).map(({ x, y }) => ({ x: x + shift, y: y + shift }));
        dashed(this.ways, points);
        this.ways.stroke({ width: 5, color: colour, alpha: 0.55, cap: 'round' });
        const { x, y } = points.at(-1) ?? points[0]!;
        this.ways.circle(x, y, 15).stroke({ width: 5, color: colour, alpha: 0.7 }).circle(x, y, 5).fill({ color: colour, alpha: 0.8 });
      }
    });
  }

  private grave(at: Cell, alpha: number): void {
    const { x, y } = this.layout.middle(at);
    const colour = this.palette.danger;
    this.traces.moveTo(x - 17, y - 17).lineTo(x + 17, y + 17).moveTo(x + 17, y - 17).lineTo(x - 17, y + 17);
    this.traces.stroke({ width: 9, color: colour, alpha: 0.6 * alpha, cap: 'round' });
  }

  /** A vine flies from the caller to its target and pulls it near; at rest a faint one still tells of it. */
  private vine({ caller, from, to, team, k }: VinePicture): void {
    const resting = k >= 1;
    const tip = k < 0.4 ? along(caller, from, smooth(k / 0.4)) : along(from, to, pulled(k));
    const [a, b] = [this.layout.middle(caller), this.layout.middle(resting ? from : tip)];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length < 1) return;
    const alpha = resting ? 0.6 : 1;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const bend = (way: number) => Math.sin((way / CELL) * Math.PI * 2) * 8;
    const at = (way: number): Point => ({ x: a.x + ux * way - uy * bend(way), y: a.y + uy * way + ux * bend(way) });
    const steps = Math.max(Math.ceil(length / 14), 2);
    for (const [width, color] of [[15, this.palette.floor], [9, this.look.vine]] as const) {
      this.vines.moveTo(a.x, a.y);
      for (let i = 1; i <= steps; i += 1) this.vines.lineTo(at((length * i) / steps).x, at((length * i) / steps).y);
      this.vines.stroke({ width, color, alpha, cap: 'round', join: 'round' });
    }
    for (let way = 45; way < length - 20; way += 50) this.leaf(at(way), Math.atan2(uy, ux) + (Math.round(way / 50) % 2 === 0 ? 1 : -1), alpha);
    // Whose vine it is, and whom it holds.
    this.vines.circle(a.x, a.y, 43).stroke({ width: 6, color: this.colour(team), alpha });
    const held = this.layout.middle(resting ? to : tip);
    if (k >= 0.4) this.vines.circle(held.x, held.y, 45).stroke({ width: 7, color: this.look.vine, alpha });
  }

  private leaf({ x, y }: Point, turn: number, alpha: number): void {
    const [c, s] = [Math.cos(turn) * 22, Math.sin(turn) * 22];
    this.vines.moveTo(x, y).quadraticCurveTo(x + c * 0.5 - s * 0.4, y + s * 0.5 + c * 0.4, x + c, y + s).quadraticCurveTo(x + c * 0.5 + s * 0.4, y + s * 0.5 - c * 0.4, x, y);
    this.vines.fill({ color: this.look.vine, alpha });
  }

  private spark({ kind, at, k, team, from }: Exclude<Spark, { kind: 'drop' }>): void {
    const { x, y } = this.layout.middle(at);
    const ring = (colour: string, near: number, far: number, width: number) =>
      this.sparks.circle(x, y, lerp(near, far, smooth(k))).stroke({ width: width * (1 - k), color: colour, alpha: 1 - k });
    if (kind === 'kill') {
      if (k >= 1) return;
      ring(this.palette.danger, 26, 66, 13);
      this.slash(at, from ?? at, k);
    } else if (k < 1 && kind === 'rise') {
      ring(this.palette.glow, 34, 64, 12);
      ring(this.palette.glow, 20, 48, 8);
    } else if (k < 1) ring(kind === 'take' ? this.palette.glow : this.colour(team), 24, 54, 9);
  }

  /** Three strokes of a claw across the blow. */
  private slash(at: Cell, from: Cell, k: number): void {
    const { x, y } = this.layout.middle(at);
    const [dx, dy] = [at.x - from.x, at.y - from.y];
    const drawn = clamp((k - 0.2) / 0.3);
    if (drawn <= 0) return;
    for (const side of [-16, 0, 16]) {
      const [px, py] = [x + dx * side, y + dy * side];
      const start = { x: px - (dy + dx * 0.3) * 34, y: py - (dx + dy * 0.3) * 34 };
      const end = { x: px + (dy + dx * 0.3) * 34, y: py + (dx + dy * 0.3) * 34 };
      this.sparks.moveTo(start.x, start.y).lineTo(lerp(start.x, end.x, drawn), lerp(start.y, end.y, drawn));
    }
    this.sparks.stroke({ width: 8, color: this.palette.danger, alpha: clamp((1 - k) * 2.5), cap: 'round' });
  }

  /** The points of a dropped diamond rise from it, and stay while the picture rests. */
  private gain({ at, k, team, points }: Extract<Spark, { kind: 'drop' }>, place: number): void {
    const { x, y } = this.layout.middle(at);
    const colour = this.colour(team);
    const resting = k >= 1;
    this.sparks.circle(x, y, lerp(20, 46, smooth(k))).stroke({ width: resting ? 4 : lerp(14, 4, k), color: colour, alpha: resting ? 0.5 : 1 - k * 0.5 });
    const text = this.gains[place] ?? this.newGain();
    text.visible = k > 0;
    const words = `+${this.tongue.number(points)}`;
    if (text.text !== words) text.text = words;
    if (text.style.fill !== colour) text.style.fill = colour;
    text.position.set(x, y - lerp(8, 52, smooth(k)));
    text.scale.set(lerp(0.6, 1, smooth(clamp(k * 2))));
  }

  private newGain(): Text {
    const made = label('', { size: 44, colour: this.palette.ink, weight: '800' });
    made.style.stroke = { color: this.palette.floor, width: 8, join: 'round' };
    this.gains.push(made);
    this.over.addChild(made);
    return made;
  }
}
