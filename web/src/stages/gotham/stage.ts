import { Container, Graphics, type Text } from 'pixi.js';

import type { Frame, Opening, Seat } from '../../reel/types';
import { LEGIBLE, label, showNames } from '../../stage/draw';
import { distance, dashed, firstPart, solid } from '../../stage/lines';
import { clamp, lerp, pulse, smooth } from '../../stage/motion';
import type { Arrangement, Box, Making, Moment, Point, Stage, Tongue } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import { beats, type Beat } from './beats';
import { PLACE, drawBoard, enlarge, wayColour } from './board';
import { Bubbles } from './bubbles';
import { City, FOOT, TOP, WIDTH } from './city';
import { GAP, Hud, column } from './hud';
import { Sight, isThief, known, sideOf } from './knowledge';
import { drawGhost, makeToken, type Token } from './pieces';
import { plan, type Journey, type Plan } from './plan';
import type { Config, Event, View } from './types';

/** Where a window without events is drawn from its views alone. */
const PLAIN = 450;

export class GothamStage implements Stage<View, Event> {
  readonly root = new Container();
  readonly size: { width: number; height: number };
  readonly board: Box;
  readonly arrangements: Record<Arrangement, Box>;
  readonly config: Config;
  readonly city: City;
  private readonly opening: Opening<Config, View>;
  private readonly palette: Palette;
  private readonly tongue: Tongue;
  readonly fixed: readonly Container[];
  private readonly sight: Sight;
  private readonly making: Making<Config, View>;
  private hud: Hud;
  private readonly rim = new Graphics();
  private readonly reach = new Graphics();
  private readonly own = new Graphics();
  private readonly traces = new Graphics();
  private readonly ghosts = new Graphics();
  private readonly flashes = new Graphics();
  private readonly tokens = new Map<number, Token>();
  private readonly units = new Container({ sortableChildren: true });
  private readonly numbers: Container;
  private readonly fares = new Container();
  private readonly pills = new Graphics();
  private readonly farePool: Text[] = [];
  private readonly bubbles: Bubbles;
  private now: Plan;
  private moment: Moment<View, Event>;
  private readonly places = new Map<number, Point>();

  constructor(making: Making<Config, View>) {
    const { opening, palette, tongue } = making;
    this.opening = opening;
    this.config = opening.config;
    this.palette = palette;
    this.tongue = tongue;
    this.city = new City(this.config);
    this.sight = new Sight(this.config, this.city);
    this.size = { width: WIDTH, height: TOP + this.city.height + FOOT };
    this.board = this.city.board;
    const { x, y, width, height } = this.board;
    const aside = column(this.city).width + GAP;
    this.arrangements = {
      above: { x: 0, y: 0, width: WIDTH, height: this.size.height },
      beside: { x: tongue.rtl === true ? x : x - aside, y, width: width + aside, height },
      bare: this.board,
    };
    this.making = making;
    this.hud = this.makeHud('above');
    this.bubbles = new Bubbles(palette);
    this.moment = { before: opening.view, frame: null, after: opening.view, p: 1, eyes: null };
    this.now = plan(this.moment, this.config, this.sight);
    for (const unit of this.config.units) {
      const token = makeToken(unit, this.city.unit, palette, tongue);
      this.tokens.set(unit.id, token);
      this.units.addChild(token.body);
    }
    this.rim.roundRect(6, TOP + 4, WIDTH - 12, this.city.height - 8, 26).stroke({ width: 10, color: palette.glow });
    const { under, above, names } = drawBoard(this.city, palette, tongue);
    this.numbers = names;
    this.fixed = [under, above];
    this.fares.addChild(this.pills);
    this.root.addChild(under, this.reach, this.rim, this.traces, above, this.ghosts, this.fares, this.units, this.own, this.flashes, this.bubbles.root, this.hud.root);
  }

  arrange(where: Arrangement): void {
    this.hud.root.visible = where !== 'bare';
    if (where === 'bare') return;
    this.hud.root.destroy({ children: true });
    this.hud = this.makeHud(where);
    this.root.addChild(this.hud.root);
    this.draw(this.moment);
  }

  scaled(pixels: number): boolean {
    showNames(this.hud.root, pixels);
    return enlarge(this.numbers, this.city, LEGIBLE / pixels / (this.city.dot * PLACE));
  }

  length(before: View, frame: Frame<View, Event>): number {
    return Math.max(beats(frame.events, before.visible_turn).length, PLAIN);
  }

  draw(moment: Moment<View, Event>): void {
    const { before, frame, after } = moment;
    const last = this.moment;
    if (last.before !== before || last.after !== after || last.frame !== frame || last.past?.count !== moment.past?.count) {
      this.now = plan(moment, this.config, this.sight);
      this.drawReach(after);
    }
    this.moment = moment;
    const p = frame === null ? 1 : clamp(moment.p);
    const progress = this.progress(p);
    const lit = lerp(Number(before.visible_turn), Number(after.visible_turn), progress('reveal'));
    this.rim.alpha = lit;
    this.hud.draw(p < 1 ? before : after, p < 1 && progress('caught') < 0.5 ? this.now.caughtWas : this.now.caughtIs, lit);
    this.drawGhosts(p);
    for (const journey of this.now.units) this.drawUnit(journey, p, progress);
    this.drawOwn(after);
    this.drawTraces(progress);
    this.drawFlashes(p, progress);
    this.bubbles.draw(
      this.now.units.flatMap(({ unit, said }) => (said === null ? [] : [{ text: said, at: this.places.get(unit.id) ?? { x: 0, y: 0 }, side: sideOf(unit.team) }])),
      this.city.unit,
      smooth(clamp(progress('say') * 2)),
    );
  }

  inspect(point: Point): string | null {
    const view = this.moment.p < 1 ? this.moment.before : this.moment.after;
    const node = this.city.nodeAt(point);
    const { say } = this.tongue;
    if (node === null || Math.hypot(this.city.place(node).x - point.x, this.city.place(node).y - point.y) > this.city.unit * 2) return this.inspectLine(point);
    const found = [say(this.city.stations.has(node) ? 'gotham.tip.station' : 'gotham.tip.node', { node })];
    const states = known(view);
    for (const unit of this.config.units) {
      const state = states.get(unit.id);
      if (state?.node !== node || !state.placed) continue;
      const who = say(`gotham.name.${unit.kind}`, { id: unit.id });
      if (state.dead) found.push(say('gotham.tip.caught', { who }));
      else found.push(state.balance === null ? who : say('gotham.tip.money', { who, n: state.balance }));
    }
    for (const { unit, is } of this.now.ghosts) {
      if (is?.node === node) found.push(say(this.config.ruleset === 'document' ? 'gotham.tip.seen' : 'gotham.tip.seen.half', { who: say(`gotham.name.${unit.kind}`, { id: unit.id }), turn: is.turn }));
    }
    return found.join(say('list.point'));
  }

  locate(place: unknown): Point | null {
    return typeof place === 'number' ? (this.city.places.get(place) ?? null) : null;
  }

  anchor(seat: Seat): Point | null {
    const unit = this.config.units[seat];
    return unit === undefined ? null : (this.places.get(unit.id) ?? null);
  }

  /** Where a hidden thief was seen last, as far as the drawn moment tells. */
  seen(unit: number): { node: number; turn: number } | null {
    return this.now.ghosts.find((ghost) => ghost.unit.id === unit)?.is ?? null;
  }

  destroy(): void {
    this.root.destroy({ children: true });
  }

  private makeHud(where: 'above' | 'beside'): Hud {
    const made = new Hud(this.making, this.city, where);
    const { x, y, width } = this.board;
    if (where === 'beside') made.root.position.set(this.tongue.rtl === true ? x + width + GAP : this.arrangements.beside.x, y);
    return made;
  }

  private inspectLine(point: Point): string | null {
    const near = this.city.roads.map((road) => ({ road, away: distance(road.points, point) })).sort((a, b) => a.away - b.away)[0];
    if (near === undefined || near.away > 10) return null;
    const { path } = near.road;
    const way = this.tongue.say(`gotham.way.${path.way}`);
    return this.tongue.say(path.price === 0 ? 'gotham.tip.free' : 'gotham.tip.line', { way, from: path.from, to: path.to, n: path.price });
  }

  /** How far each beat is; what has no beat of its own goes along with the whole window. */
  private progress(p: number): (beat: Beat) => number {
    const found = new Map<Beat, number>(this.now.score.at(p));
    return (beat) => found.get(beat) ?? p;
  }

  private drawUnit(journey: Journey, p: number, progress: (beat: Beat) => number): void {
    const { unit, was, is, slotWas, slotIs } = journey;
    const token = this.tokens.get(unit.id);
    if (token === undefined) return;
    const r = this.city.unit;
    const come = journey.joined ? smooth(progress('place')) : smooth(progress('reveal'));
    const presence = was === null ? (is === null ? 0 : come) : is === null ? 1 - smooth(p) : 1;
    const held = was?.dead === true ? 1 : is?.dead === true ? smooth(progress('caught')) : 0;
    const at = this.city.along(journey.from, journey.to, smooth(progress('go')));
    // Units of a node make room for each other while they go, and a caught one is laid aside when it is caught.
    const aside = is?.dead === true && was?.dead === false ? held : smooth(progress('go'));
    const open = lerp(Number(journey.openWas), Number(journey.openIs), journey.openIs ? smooth(progress('reveal')) : smooth(p));
    const place = { x: at.x + lerp(slotWas.x, slotIs.x, aside) * r, y: at.y + lerp(slotWas.y, slotIs.y, aside) * r };
    this.places.set(unit.id, place);
    const hidden = isThief(unit) ? (1 - open) * (1 - held) : 0;
    token.body.visible = presence > 0;
    token.body.position.set(place.x, place.y - (journey.joined && was === null ? (1 - come) * 60 : 0));
    token.body.alpha = presence * lerp(1, 0.62, held);
    token.body.scale.set(lerp(slotWas.size, slotIs.size, aside));
    const level = held > 0.5 ? 0 : isThief(unit) ? 1 : 2;
    if (token.body.zIndex !== level) token.body.zIndex = level;
    token.veil.alpha = hidden;
    token.light.alpha = open * (1 - held);
    token.bars.alpha = held;
    token.bars.scale.y = lerp(0.2, 1, held);
    token.plate.visible = held < 0.5;
    this.drawWage(token, journey, progress);
  }

  /** Through a seat's eyes: whose. */
  private drawOwn({ me }: View): void {
    this.own.clear();
    const at = me === null ? undefined : this.places.get(me.id);
    if (me === null || at === undefined || me.dead) return;
    const size = this.tokens.get(me.id)?.body.scale.x ?? 1;
    this.own.circle(at.x, at.y, this.city.unit * 1.34 * size).stroke({ width: 5, color: this.palette.accent });
  }

  /** Through a seat's eyes, under the finals' rules: how far it sees the hidden of the enemy. */
  private drawReach({ me, phase }: View): void {
    this.reach.clear();
    if (me === null || phase !== 'ongoing' || this.config.ruleset !== 'official') return;
    const { thief, batman } = this.config.radii;
    for (const node of this.city.within(me.node, isThief(me) ? batman : thief)) {
      const { x, y } = this.city.place(node);
      this.reach.circle(x, y, this.city.spacing * 0.42);
    }
    this.reach.fill({ color: this.palette.accent, alpha: 0.16 });
  }

  private drawWage({ wage }: Token, journey: Journey, progress: (beat: Beat) => number): void {
    const k = journey.wage > 0 ? progress('pay') : 1;
    wage.visible = k > 0 && k < 1;
    if (!wage.visible) return;
    wage.text = `+${this.tongue.number(journey.wage)}`;
    wage.alpha = pulse(k);
    wage.position.set(0, -this.city.unit * (1.2 + 0.5 * k));
  }

  private drawGhosts(p: number): void {
    this.ghosts.clear();
    const r = this.city.unit;
    for (const { unit, was, is } of this.now.ghosts) {
      const same = was !== null && is !== null && was.node === is.node;
      for (const [seen, alpha] of same ? ([[is, 1]] as const) : ([[was, 1 - p], [is, p]] as const)) {
        if (seen === null || alpha <= 0) continue;
        const at = this.city.place(seen.node);
        const real = this.moment.after.overview === null ? null : (this.now.units.find((journey) => journey.unit === unit)?.is?.node ?? null);
        if (real !== null && real !== seen.node) {
          dashed(this.ghosts, [at, this.city.place(real)], 2, 9).stroke({ width: 3, color: sideColour(this.palette, sideOf(unit.team)), alpha: 0.5 * alpha, cap: 'round' });
        }
        drawGhost(this.ghosts, unit, at, r, this.palette, alpha);
      }
    }
  }

  /** The ways of this window, faint, so that a still picture also tells what just happened; with what was paid. */
  private drawTraces(progress: (beat: Beat) => number): void {
    this.traces.clear();
    this.pills.clear();
    let fares = 0;
    const k = smooth(progress('go'));
    for (const { unit, was, is, from, to, price } of this.now.units) {
      if (is === null || (was === null && price === 0) || from === to || k <= 0) continue;
      const way = this.city.way(from, to);
      const colour = sideColour(this.palette, sideOf(unit.team));
      solid(this.traces, firstPart(way, k)).stroke({ width: Math.max(this.city.dot * 1.3, 10), color: colour, alpha: 0.4, cap: 'round', join: 'round' });
      if (price > 0) this.drawFare(fares++, this.city.along(from, to, 0.4), price, wayColour(this.palette, this.city.edge(from, to)?.road.path.way ?? 'bus'), k);
    }
    for (const text of this.farePool.slice(fares)) text.visible = false;
  }

  private drawFare(index: number, at: Point, price: number, colour: string, alpha: number): void {
    const size = Math.max(this.city.unit * 0.66, 13);
    const text = this.farePool[index] ?? label('', { size, colour: this.palette.ink, weight: '800' });
    if (this.farePool[index] === undefined) {
      this.farePool[index] = text;
      this.fares.addChild(text);
    }
    text.text = `−${this.tongue.number(price)}`;
    text.position.set(at.x, at.y);
    text.alpha = alpha;
    text.visible = true;
    const [width, height] = [text.width + size * 0.7, size * 1.4];
    this.pills.roundRect(at.x - width / 2, at.y - height / 2, width, height, height / 2).fill({ color: this.palette.surface, alpha });
    this.pills.roundRect(at.x - width / 2, at.y - height / 2, width, height, height / 2).stroke({ width: 2.5, color: colour, alpha });
  }

  private drawFlashes(p: number, progress: (beat: Beat) => number): void {
    this.flashes.clear();
    const r = this.city.unit;
    const ring = (at: Point, k: number, colour: string, from: number, to: number) => {
      if (k > 0 && k < 1) this.flashes.circle(at.x, at.y, lerp(from, to, k)).stroke({ width: r * 0.4 * (1 - k), color: colour, alpha: 1 - k });
    };
    for (const { unit, was, is, openIs, openWas } of this.now.units) {
      const at = this.places.get(unit.id);
      if (at === undefined) continue;
      if (is?.dead === true && was?.dead !== true) {
        ring(at, progress('caught'), this.palette.danger, r, r * 3.4);
        ring(at, progress('caught'), this.palette.danger, r * 0.6, r * 2.2);
      } else if (this.now.revealed && openIs && !openWas) ring(at, progress('reveal'), this.palette.glow, r * 3.6, r);
      if (p < 1 && this.moment.after.winner === unit.team && this.moment.before.winner === null && is?.dead === false) ring(at, progress('end'), this.palette.glow, r, r * 2.4);
    }
  }
}
