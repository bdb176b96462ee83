import { Container, Graphics } from 'pixi.js';

import type { Frame, Seat } from '../../reel/types';
import { LEGIBLE, showNames } from '../../stage/draw';
import { clamp, pulse, smooth } from '../../stage/motion';
import type { Arrangement, Box, Making, Moment, Point, Stage, Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import { Chart } from './board';
import { Effects, arrow } from './effects';
import { Film, LANDED, type Beat, type Shot, type State } from './film';
import { GAP, Hud, column } from './hud';
import { Planet, radiusOf } from './pieces';
import type { Config, Event, PlanetId, View } from './types';

/** A window that a person has already seen act by act is drawn again, for its dice, but faster. */
const AGAIN = 0.4;

export class GalaxyStage implements Stage<View, Event> {
  readonly root = new Container();
  readonly size: { width: number; height: number };
  readonly board: Box;
  readonly arrangements: Record<Arrangement, Box>;
  readonly config: Config;
  readonly chart: Chart;
  /** The windows a person has played here. */
  readonly played = new Set<number>();
  private readonly palette: Palette;
  private readonly tongue: Tongue;
  private readonly edges = new Graphics();
  private readonly reach = new Graphics();
  private readonly rings = new Graphics();
  readonly fixed: readonly Container[];
  private readonly planets: Planet[];
  private readonly effects: Effects;
  private readonly making: Making<Config, View>;
  private hud: Hud;
  private moment: Moment<View, Event> | null = null;
  /** The film of the window drawn last: neighbouring moments share it. */
  private film: { frame: Frame<View, Event>; film: Film } | null = null;
  private now: State;
  private quiet = false;
  private hovered: PlanetId | null = null;
  private edged: State['owners'] | null = null;

  constructor(making: Making<Config, View>) {
    const { opening, palette, tongue } = making;
    this.config = opening.config;
    this.palette = palette;
    this.tongue = tongue;
    this.now = opening.view;
    this.chart = new Chart(this.config);
    this.size = this.chart.size;
    this.board = this.chart.board;
    const { x, y, width, height } = this.board;
    const aside = column(this.chart, this.config).width + GAP;
    this.arrangements = {
      above: { x, y: 0, width, height: y + height },
      beside: { x: tongue.rtl === true ? x : x - aside, y, width: width + aside, height },
      bare: this.board,
    };
    this.making = making;
    this.hud = this.makeHud('above');
    this.effects = new Effects(palette, tongue, this.chart, (player) => this.hud.reserveOf(player));
    this.planets = this.chart.at.map((place, planet) => {
      const made = new Planet(palette, tongue, this.chart.worth.get(planet) ?? null, tongue.number(planet));
      made.root.position.set(place.x, place.y);
      return made;
    });
    const sky = this.sky();
    this.fixed = [sky];
    this.root.addChild(sky, this.edges, this.reach, this.effects.under, this.rings);
    this.root.addChild(...this.planets.map(({ root }) => root), this.hud.root, this.effects.over);
  }

  arrange(where: Arrangement): void {
    this.hud.root.visible = where !== 'bare';
    if (where === 'bare') return;
    const at = this.root.getChildIndex(this.hud.root);
    this.hud.root.destroy({ children: true });
    this.hud = this.makeHud(where);
    this.root.addChildAt(this.hud.root, at);
    if (this.moment !== null) this.draw(this.moment);
  }

  scaled(pixels: number): boolean {
    showNames(this.hud.root, pixels);
    for (const planet of this.planets) planet.call(LEGIBLE / pixels);
    return false;
  }

  length(before: View, frame: Frame<View, Event>): number {
    const { length } = this.filmOf(before, frame);
    return Math.max(this.played.has(frame.window) ? length * AGAIN : length, 100);
  }

  draw(moment: Moment<View, Event>): void {
    this.moment = moment;
    const { before, frame, after, p } = moment;
    const film = frame === null ? null : this.filmOf(before, frame);
    const shot: Shot = film === null || p >= 1 ? { state: after, beat: null, k: 1 } : film.at(p);
    const { state, beat, k } = shot;
    this.now = state;
    this.drawEdges(state);
    this.planets.forEach((planet, index) => planet.show(state.owners[index] ?? null, state.troops[index] ?? 0, state.forts[index] ?? 0, swell(beat, index, k)));
    this.drawRings(state);
    this.effects.trace(film === null ? [] : film.begun(p));
    this.effects.draw(beat, k, state);
    this.hud.show(state, p < 1 ? before.scores : after.scores);
    this.drawReach();
  }

  hover(point: Point | null): boolean {
    const found = point === null ? null : this.chart.planetAt(point);
    if (found === this.hovered) return false;
    this.hovered = found;
    this.drawReach();
    return true;
  }

  /** While a person makes up an act, the pointer shows that act and nothing else. */
  hush(quiet: boolean): void {
    if (quiet === this.quiet) return;
    this.quiet = quiet;
    this.drawReach();
  }

  inspect(point: Point): string | null {
    const planet = this.chart.planetAt(point);
    if (planet === null) return null;
    const { say } = this.tongue;
    const { owners, troops, forts } = this.now;
    const owner = owners[planet] ?? null;
    const told = [say('galaxy.tip.planet', { planet })];
    if (owner === null) told.push(say('galaxy.tip.free'));
    else told.push(say('galaxy.tip.owner', { player: owner + 1, n: troops[planet] ?? 0 }));
    if ((forts[planet] ?? 0) !== 0) told.push(say('galaxy.tip.forts', { n: forts[planet] ?? 0 }));
    const score = this.chart.worth.get(planet);
    if (score !== undefined) told.push(say('galaxy.tip.star', { score, points: Math.floor(3000 / score) }));
    if (owner !== null) {
      const joined = this.chart.realm(owners, planet).size - 1;
      const targets = this.chart.targets(owners, planet).length;
      if (joined > 0) told.push(say('galaxy.tip.realm', { n: joined }));
      if (targets > 0) told.push(say('galaxy.tip.targets', { n: targets }));
    }
    return told.join(say('list.point'));
  }

  locate(place: unknown): Point | null {
    return typeof place === 'number' ? (this.chart.at[place] ?? null) : null;
  }

  /** A seat speaks from its strongest planet. */
  anchor(seat: Seat): Point | null {
    const { owners, troops } = this.now;
    const held = this.chart.held(owners, seat);
    if (held.length === 0) return this.hud.reserveOf(seat);
    const best = held.reduce((a, b) => ((troops[b] ?? 0) > (troops[a] ?? 0) ? b : a));
    return this.chart.place(best);
  }

  destroy(): void {
    this.root.destroy({ children: true });
  }

  private filmOf(before: View, frame: Frame<View, Event>): Film {
    if (this.film?.frame !== frame) this.film = { frame, film: Film.of(before, frame, this.config) };
    return this.film.film;
  }

  private makeHud(where: 'above' | 'beside'): Hud {
    const made = new Hud(this.making, this.chart, where);
    const { x, y, width } = this.board;
    if (where === 'beside') made.root.position.set(this.tongue.rtl === true ? x + width + GAP : this.arrangements.beside.x, y);
    return made;
  }

  /** The board: a rim, a floor, and far stars that are always the same. */
  private sky(): Graphics {
    const { palette } = this;
    const made = new Graphics();
    const { x, y, width, height } = this.board;
    made.roundRect(x, y, width, height, 30).fill(palette.solid);
    made.roundRect(x + 9, y + 9, width - 18, height - 18, 22).fill(palette.floor);
    let seed = 7;
    const next = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const dust = palette.dark ? palette.muted : palette.solid;
    for (let i = 0; i < 150; i += 1) {
      made.circle(x + 24 + next() * (width - 48), y + 24 + next() * (height - 48), 1 + next() * 1.8).fill({ color: dust, alpha: 0.1 + next() * 0.25 });
    }
    return made;
  }

  /** Edges inside a realm have its colour: it can be seen what hangs together. */
  private drawEdges({ owners }: State): void {
    if (this.edged !== null && owners.every((owner, planet) => owner === this.edged?.[planet])) return;
    this.edged = owners;
    const { palette, edges } = this;
    edges.clear();
    for (const [a, b] of this.config.map.edges) {
      const [from, to] = [this.chart.place(a), this.chart.place(b)];
      const owner = owners[a] ?? null;
      const joined = owner !== null && owner === owners[b];
      edges.moveTo(from.x, from.y).lineTo(to.x, to.y);
      edges.stroke(joined ? { width: 8, color: sideColour(palette, owner), alpha: 0.42 } : { width: 5, color: palette.dark ? palette.line : palette.grid });
    }
  }

  /** A victory by strategic planets stays to be seen. */
  private drawRings(state: State): void {
    const winner = this.chart.winner(state);
    this.rings.clear();
    if (winner === null) return;
    for (const planet of this.chart.worth.keys()) {
      if (state.owners[planet] !== winner) continue;
      const { x, y } = this.chart.place(planet);
      this.rings.circle(x, y, radiusOf(winner, state.troops[planet] ?? 0) + 36).stroke({ width: 7, color: this.palette.glow });
    }
  }

  /** Under the pointer: what a planet can reach along own planets, and what it can attack. */
  private drawReach(): void {
    const { reach, hovered, palette } = this;
    const { owners, troops } = this.now;
    const owner = hovered === null || this.quiet ? null : (owners[hovered] ?? null);
    reach.clear();
    this.effects.under.visible = owner === null;
    if (hovered === null || this.quiet) return;
    const ring = (planet: PlanetId, width: number, colour: string, alpha: number) => {
      const { x, y } = this.chart.place(planet);
      reach.circle(x, y, radiusOf(owners[planet] ?? null, troops[planet] ?? 0) + 9).stroke({ width, color: colour, alpha });
    };
    if (owner === null) return ring(hovered, 4, palette.muted, 0.8);
    const colour = sideColour(palette, owner);
    const realm = this.chart.realm(owners, hovered);
    for (const [a, b] of this.config.map.edges) {
      if (!realm.has(a) || !realm.has(b)) continue;
      const [from, to] = [this.chart.place(a), this.chart.place(b)];
      reach.moveTo(from.x, from.y).lineTo(to.x, to.y).stroke({ width: 13, color: colour, alpha: 0.7 });
    }
    for (const planet of realm) ring(planet, planet === hovered ? 8 : 5, colour, planet === hovered ? 1 : 0.75);
    const from = this.chart.place(hovered);
    // A lone troop cannot attack; its targets are only hinted at.
    const alpha = (troops[hovered] ?? 0) > 1 ? 0.9 : 0.35;
    for (const target of this.chart.targets(owners, hovered)) {
      const to = this.chart.place(target);
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      const tip = 1 - (radiusOf(owners[target] ?? null, troops[target] ?? 0) + 8) / length;
      arrow(reach, from, to, clamp(tip), { width: 9, colour: palette.danger, alpha });
      ring(target, 4, palette.danger, alpha);
    }
  }
}

/** How much a planet swells where something happens to it. */
function swell(beat: Beat | null, planet: PlanetId, k: number): number {
  if (beat === null) return 1;
  if (beat.kind === 'put' && beat.planet === planet) return 1 + 0.22 * pulse(clamp((k - LANDED) / (1 - LANDED)));
  if (beat.kind === 'fort' && beat.planet === planet) return 1 + 0.15 * pulse(smooth(k));
  if (beat.kind === 'roll' && beat.fight.to === planet) return 1 + 0.08 * pulse(clamp((k - 0.5) * 2));
  if (beat.kind === 'drift' && beat.planets.includes(planet)) return 1 + 0.15 * pulse(k);
  return 1;
}
