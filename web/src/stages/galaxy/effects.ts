import { Container, Graphics } from 'pixi.js';

import { sideShape } from '../../stage/draw';
import { clamp, lerp, pulse, smooth } from '../../stage/motion';
import type { Point, Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import { RIM, type Chart } from './board';
import { Captions } from './captions';
import { FALLEN, LANDED, roundAt, type Beat, type Fight, type State } from './film';
import { inkOn, radiusOf } from './pieces';
import type { PlanetId } from './types';

const DIE = 42;
const SHORTEST = 44;
const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

export const along = (a: Point, b: Point, k: number): Point => ({ x: lerp(a.x, b.x, k), y: lerp(a.y, b.y, k) });

/** An arrow between two places; `k` is how far it has grown. */
export function arrow(into: Graphics, from: Point, to: Point, k: number, { width, colour, alpha }: { width: number; colour: string; alpha: number }): void {
  const tip = along(from, to, k);
  const length = Math.hypot(tip.x - from.x, tip.y - from.y);
  if (length < 1) return;
  const [dx, dy] = [(to.x - from.x) / Math.hypot(to.x - from.x, to.y - from.y), (to.y - from.y) / Math.hypot(to.x - from.x, to.y - from.y)];
  const head = Math.min(width * 2.4, length);
  const neck = { x: tip.x - dx * head, y: tip.y - dy * head };
  into.moveTo(from.x, from.y).lineTo(neck.x, neck.y).stroke({ width, color: colour, alpha, cap: 'butt' });
  into.poly([tip.x, tip.y, neck.x - dy * head * 0.62, neck.y + dx * head * 0.62, neck.x + dy * head * 0.62, neck.y - dx * head * 0.62], true).fill({ color: colour, alpha });
}

/** What is seen only while something happens: arrows, dice, troops on their way. */
export class Effects {
  /** Below the planets. */
  readonly under = new Graphics();
  readonly over = new Container();
  private readonly shapes = new Graphics();
  private readonly words = new Captions();

  constructor(
    private readonly palette: Palette,
    private readonly tongue: Tongue,
    private readonly chart: Chart,
    private readonly reserveOf: (player: number) => Point,
  ) {
    this.over.addChild(this.shapes, this.words.root);
  }

  draw(beat: Beat | null, k: number, state: State): void {
    this.shapes.clear();
    this.words.begin();
    if (beat !== null) this.play(beat, k, state);
    this.words.end();
  }

  private play(beat: Beat, k: number, state: State): void {
    switch (beat.kind) {
      case 'put':
        return this.drawPut(beat, k);
      case 'aim':
        return this.aim(beat.fight, state, smooth(k));
      case 'roll':
        this.aim(beat.fight, state, 1);
        return this.drawRoll(beat, k);
      case 'result':
        return this.drawResult(beat, k, state);
      case 'move':
        return this.drawMove(beat, k);
      case 'fort':
        return this.drawFort(beat, k, state);
      case 'turn':
        return this.drawIncome(beat, k);
      case 'end':
        return this.drawEnd(beat.winner, k, state);
      case 'drift':
        for (const planet of beat.planets) this.ring(planet, state, k, this.palette.accent);
        return;
      case 'stage':
        return;
    }
  }

  /** The ways of a window, faint, so that a still picture also tells what just happened. */
  trace(beats: Iterable<[Beat, number]>): void {
    const { palette, under } = this;
    under.clear();
    for (const [beat, k] of beats) {
      if (beat.kind === 'result') {
        const [from, to] = this.ends(beat.fight, null);
        const width = beat.won ? 12 : 7;
        arrow(under, from, to, 1, { width: width + 8, colour: palette.floor, alpha: 1 });
        arrow(under, from, to, 1, { width, colour: sideColour(palette, beat.fight.player), alpha: beat.won ? 0.9 : 0.6 });
        if (!beat.won) this.stop(along(from, to, 0.45), sideColour(palette, beat.fight.player));
      } else if (beat.kind === 'move') this.way(beat.way, k, sideColour(palette, beat.player));
    }
  }

  private stop({ x, y }: Point, colour: string): void {
    this.under.moveTo(x - 8, y - 8).lineTo(x + 8, y + 8).moveTo(x + 8, y - 8).lineTo(x - 8, y + 8).stroke({ width: 5, color: colour, cap: 'round' });
  }

  private way(way: readonly PlanetId[], k: number, colour: string): void {
    const { under } = this;
    const done = k * (way.length - 1);
    for (let i = 0; i < done; i += 1) {
      const [a, b] = [this.chart.place(way[i] ?? 0), this.chart.place(way[i + 1] ?? 0)];
      const steps = Math.max(2, Math.round(Math.hypot(b.x - a.x, b.y - a.y) / 16));
      for (let s = 0; s <= steps * Math.min(done - i, 1); s += 1) {
        const dot = along(a, b, s / steps);
        under.circle(dot.x, dot.y, 5);
      }
    }
    under.fill({ color: colour, alpha: 0.8 });
  }

  /** From rim to rim of the two planets. */
  private ends({ from, to }: Pick<Fight, 'from' | 'to'>, state: State | null): [Point, Point] {
    const [a, b] = [this.chart.place(from), this.chart.place(to)];
    const length = Math.max(Math.hypot(b.x - a.x, b.y - a.y), 1);
    const room = (planet: PlanetId) => (state === null ? 24 : radiusOf(state.owners[planet] ?? null, state.troops[planet] ?? 0) + 4);
    // Between near planets the arrow reaches over their rims: it must be seen.
    const shortest = Math.min(SHORTEST / length, 1);
    const over = Math.max(0, (shortest - (1 - (room(from) + room(to)) / length)) / 2);
    return [along(a, b, room(from) / length - over), along(a, b, 1 - room(to) / length + over)];
  }

  private drawPut({ player, planet, troops }: Extract<Beat, { kind: 'put' }>, k: number): void {
    const from = this.reserveOf(player);
    const to = this.chart.place(planet);
    const colour = sideColour(this.palette, player);
    const tokens = Math.min(Math.max(troops, 1), 5);
    for (let i = 0; i < tokens; i += 1) {
      const own = smooth(clamp((k / LANDED) * 1.4 - (i / tokens) * 0.4));
      if (own <= 0 || own >= 1) continue;
      const at = along(from, to, own);
      this.token(player, { x: at.x, y: at.y - pulse(own) * 26 }, 11, colour);
    }
    if (troops > 1 && k > 0.35) this.float(`+${this.tongue.number(troops)}`, to, clamp((k - 0.35) / 0.65), this.palette.good, 38);
  }

  private token(player: number, { x, y }: Point, radius: number, colour: string): void {
    sideShape(this.shapes, player, radius + 3, x, y).fill(this.palette.floor);
    sideShape(this.shapes, player, radius, x, y).fill(colour);
  }

  /** A word that rises and fades. */
  private float(text: string, { x, y }: Point, k: number, colour: string, rise = 30): void {
    const alpha = k < 0.7 ? 1 : (1 - k) / 0.3;
    const at = { x, y: y - 40 - rise * 0.6 * k };
    const wide = 20 + text.length * 13;
    this.shapes.roundRect(at.x - wide / 2, at.y - 19, wide, 38, 19).fill({ color: this.palette.surface, alpha: 0.92 * alpha });
    this.words.put(text, at, { size: 28, colour, alpha });
  }

  private aim(fight: Fight, state: State, k: number): void {
    const [from, to] = this.ends(fight, state);
    const colour = sideColour(this.palette, fight.player);
    this.circle(fight.from, state, colour, k);
    this.circle(fight.to, state, this.palette.danger, k);
    arrow(this.shapes, from, to, k, { width: 22, colour: this.palette.floor, alpha: k });
    arrow(this.shapes, from, to, k, { width: 14, colour, alpha: 1 });
  }

  private circle(planet: PlanetId, state: State, colour: string, alpha: number): void {
    const { x, y } = this.chart.place(planet);
    this.shapes.circle(x, y, radiusOf(state.owners[planet] ?? null, state.troops[planet] ?? 0) + 11).stroke({ width: 6, color: colour, alpha });
  }

  private drawRoll({ fight, rounds, first }: Extract<Beat, { kind: 'roll' }>, k: number): void {
    const shown = roundAt(rounds, k);
    const round = rounds[shown.index];
    if (round === undefined) return;
    const { palette } = this;
    const hurried = rounds.length > 1;
    const settled = hurried ? 1 : smooth(clamp(shown.k / (FALLEN * 0.7)));
    const counted = fight.rounds > 1;
    const width = 3 * (DIE + 8) + 64;
    const height = 2 * (DIE + 12) + 22 + (counted ? 30 : 0);
    const at = this.besideFight(fight, width, height);
    this.shapes.roundRect(at.x + 3, at.y + 6, width, height, 20).fill({ color: '#000000', alpha: 0.16 });
    this.shapes.roundRect(at.x, at.y, width, height, 20).fill(palette.surface).roundRect(at.x, at.y, width, height, 20).stroke({ width: 3, color: palette.line });
    const judged = hurried || shown.k >= FALLEN;
    const row = (dice: readonly number[], side: number | null, y: number, lost: (place: number) => boolean) => {
      const colour = side === null ? palette.muted : sideColour(palette, side);
      if (side !== null) sideShape(this.shapes, side, 15, at.x + 30, y + DIE / 2).fill(colour);
      dice.forEach((face, place) => {
        const x = at.x + 60 + place * (DIE + 8);
        this.die({ x, y: y - (1 - settled) * 14 }, face, colour, side, judged && lost(place), settled);
      });
    };
    row(round.attacker, fight.player, at.y + 14, (place) => round.wins[place] === false);
    row(round.defender, fight.foe, at.y + 14 + DIE + 16, (place) => round.wins[place] === true);
    if (counted) {
      const words = this.tongue.say('galaxy.round', { round: first + shown.index + 1, n: fight.rounds });
      this.words.put(words, { x: at.x + width / 2, y: at.y + height - 19 }, { size: 21, colour: palette.muted });
    }
    if (!hurried && judged) this.drawLosses(fight, round.wins, (shown.k - FALLEN) / (1 - FALLEN));
  }

  private drawLosses(fight: Fight, wins: readonly boolean[], k: number): void {
    const killed = wins.filter(Boolean).length;
    const { bad } = this.palette;
    if (killed > 0) this.float(`−${this.tongue.number(killed)}`, this.chart.place(fight.to), k, bad);
    if (wins.length > killed) this.float(`−${this.tongue.number(wins.length - killed)}`, this.chart.place(fight.from), k, bad);
  }

  private die({ x, y }: Point, face: number, colour: string, side: number | null, lost: boolean, alpha: number): void {
    const { palette, shapes } = this;
    const ink = side === null ? palette.surface : inkOn(palette, side);
    const strength = lost ? 0.32 : alpha;
    shapes.roundRect(x, y, DIE, DIE, 9).fill({ color: colour, alpha: strength });
    if (lost) shapes.moveTo(x + 5, y + DIE - 5).lineTo(x + DIE - 5, y + 5).stroke({ width: 4, color: palette.bad, alpha: 0.8, cap: 'round' });
    for (const [px, py] of PIPS[face] ?? []) shapes.circle(x + DIE / 2 + px * 11.5, y + DIE / 2 + py * 11.5, 4.6);
    shapes.fill({ color: lost ? palette.ink : ink, alpha: lost ? 0.8 : alpha });
  }

  /** A place for the dice near the fight that hides neither planet. */
  private besideFight(fight: Fight, width: number, height: number): Point {
    const [a, b] = [this.chart.place(fight.from), this.chart.place(fight.to)];
    const { size, head } = this.chart;
    const middle = along(a, b, 0.5);
    const away = 66;
    const upright = Math.abs(b.y - a.y) > Math.abs(b.x - a.x);
    const right = middle.x < size.width / 2;
    const below = middle.y < (size.height + head) / 2;
    const wished = upright
      ? { x: right ? Math.max(a.x, b.x) + away : Math.min(a.x, b.x) - away - width, y: middle.y - height / 2 }
      : { x: middle.x - width / 2, y: below ? Math.max(a.y, b.y) + away : Math.min(a.y, b.y) - away - height };
    return { x: clamp(wished.x, RIM + 6, size.width - RIM - width - 6), y: clamp(wished.y, head + RIM + 6, size.height - RIM - height - 6) };
  }

  private drawResult({ fight, won, moved }: Extract<Beat, { kind: 'result' }>, k: number, state: State): void {
    const colour = sideColour(this.palette, fight.player);
    if (!won) {
      const [from, to] = this.ends(fight, state);
      arrow(this.shapes, from, to, 1 - smooth(k), { width: 15, colour, alpha: 0.95 * (1 - k) });
      return;
    }
    if (k >= LANDED) return this.ring(fight.to, state, (k - LANDED) / (1 - LANDED), colour);
    this.aim(fight, state, 1);
    const at = along(this.chart.place(fight.from), this.chart.place(fight.to), smooth(k / LANDED));
    this.token(fight.player, at, 20, colour);
    this.words.put(this.tongue.number(moved), at, { size: 22, colour: inkOn(this.palette, fight.player) });
  }

  private ring(planet: PlanetId, state: State, k: number, colour: string): void {
    const { x, y } = this.chart.place(planet);
    const radius = radiusOf(state.owners[planet] ?? null, state.troops[planet] ?? 0);
    this.shapes.circle(x, y, radius + 6 + 40 * k).stroke({ width: 10 * (1 - k) + 0.5, color: colour, alpha: 1 - k });
  }

  private drawMove({ player, troops, way }: Extract<Beat, { kind: 'move' }>, k: number): void {
    const exact = smooth(k) * (way.length - 1);
    const leg = Math.min(Math.floor(exact), way.length - 2);
    const at = along(this.chart.place(way[leg] ?? 0), this.chart.place(way[leg + 1] ?? 0), exact - leg);
    this.token(player, at, 22, sideColour(this.palette, player));
    this.words.put(this.tongue.number(troops), at, { size: 23, colour: inkOn(this.palette, player) });
  }

  private drawFort({ planet, gained }: Extract<Beat, { kind: 'fort' }>, k: number, state: State): void {
    this.ring(planet, state, k, this.palette.ink);
    this.float(`+${this.tongue.number(gained)}`, this.chart.place(planet), k, this.palette.ink);
  }

  private drawIncome({ player, income }: Extract<Beat, { kind: 'turn' }>, k: number): void {
    if (income <= 0) return;
    const at = this.reserveOf(player);
    this.float(`+${this.tongue.number(income)}`, { x: at.x + 24, y: at.y + 70 }, k, this.palette.good, 50);
  }

  private drawEnd(winner: number | null, k: number, state: State): void {
    if (winner === null) return;
    for (const planet of this.chart.worth.keys()) {
      if (state.owners[planet] === winner) for (const late of [0, 0.35]) this.ring(planet, state, clamp((k - late) / 0.6), this.palette.glow);
    }
  }
}
