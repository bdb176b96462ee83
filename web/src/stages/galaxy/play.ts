import { signed } from '../../lang/message';
import type { Seat } from '../../reel/types';
import { choose } from '../../stage/choices';
import type { Choice, Desk, Hand, Making, Point, Turn } from '../../stage/stage';
import type { Direction } from './board';
import { Lights } from './lights';
import { ALL_BUT_ONE, Orders, RATIOS, SHARES, type Refusal } from './orders';
import type { GalaxyStage } from './stage';
import type { Action, Config, PlanetId, View } from './types';

const ARROWS: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };
/** `+` without shift is `=` on many keyboards. */
const AMOUNTS: Record<string, number> = { '-': -1, '+': 1, '=': 1, a: Infinity };
/** How far the wheel must turn for one troop, in pixels. */
const NOTCH = 50;
const NEXT = { deploy: 'attack', attack: 'move', move: 'fort' } as const;

/** How the last attack went, as the two views around it tell. */
interface Report {
  to: PlanetId;
  from: PlanetId;
  won: boolean;
  lost: number;
  beaten: number;
}

/** A person leads a commander: a click chooses, a second click on the same planet does it. */
export class GalaxyHand implements Hand<View> {
  private readonly lights: Lights;
  private turn: Turn<View> | null = null;
  private orders: Orders | null = null;
  /** The act that is being made up: where from (attack, move), and where. */
  private from: PlanetId | null = null;
  private to: PlanetId | null = null;
  private amount = 0;
  private ratio: number = RATIOS[0];
  /** Null: what fits the attack. */
  private share: number | null = null;
  private rolled = 0;
  private pointed: PlanetId | null = null;
  private cursor: PlanetId | null = null;
  private sent: { from: PlanetId; to: PlanetId; view: View } | null = null;
  private report: Report | null = null;
  /** The start phase: planets that get the next troops, one a turn, and whether the rest is placed without being asked. */
  private readonly wishes: PlanetId[] = [];
  private rest = false;
  private started: Orders | null = null;
  /** Whether troops of the start phase are left to be placed; null before anything was asked. */
  private beginning: boolean | null = null;

  constructor(
    private readonly stage: GalaxyStage,
    _seats: Seat[],
    private readonly making: Making<Config, View>,
    private readonly desk: Desk<Action>,
  ) {
    this.lights = new Lights(stage.chart, making.palette, making.tongue);
  }

  get layer() {
    return this.lights.root;
  }

  open(turn: Turn<View>): void {
    const before = this.turn;
    this.report = this.sent === null ? null : reportOf(this.sent, turn.view);
    this.sent = null;
    this.turn = turn;
    this.orders = new Orders(this.stage.chart, turn.view, turn.seat);
    this.beginning = turn.view.phase === 'start' && this.orders.reserve > 1;
    // A refused act leaves everything as it was, also what was chosen.
    if (before?.view !== turn.view) this.forget();
    const { report } = this;
    // Those who have won stand ready to go on from where they are.
    if (report?.won === true && this.orders.attackFrom(report.to) === null) this.from = report.to;
    this.changed();
    if (before?.window !== turn.window) this.placeOn(turn);
  }

  /** While troops are placed as was said before, nobody waits for the picture. */
  hasty(): boolean {
    return this.rest || this.wishes.length > 0;
  }

  close(): void {
    this.turn = null;
    this.orders = null;
    this.report = null;
    this.sent = null;
    this.forget();
    this.changed();
  }

  hover(point: Point | null): void {
    const pointed = point === null ? null : this.stage.chart.planetAt(point);
    if (pointed === this.pointed) return;
    this.pointed = pointed;
    if (this.turn !== null) this.changed();
  }

  press(point: Point): void {
    const planet = this.stage.chart.planetAt(point);
    if (this.turn === null) {
      // Several places at once: what is pressed while the others place is done in the next turns.
      if (planet !== null && this.placing) this.wish(planet);
      return;
    }
    // Who points has no use for the cursor of the keys.
    this.cursor = null;
    if (planet !== null) return this.pick(planet);
    this.forget();
    this.changed();
  }

  key(key: string): boolean {
    if (this.turn === null) return false;
    const direction = ARROWS[key];
    if (direction !== undefined) {
      this.cursor = this.cursor === null ? this.firstPlace() : this.stage.chart.beside(this.cursor, direction);
      this.changed();
      return true;
    }
    if (key === 'Escape') {
      this.forget();
      this.changed();
      return true;
    }
    if (key === 'Enter') return this.enter();
    const by = AMOUNTS[key.toLowerCase()];
    if (by !== undefined && this.to !== null && this.turn.view.stage !== 'attack') {
      this.setAmount(this.amount + by);
      return true;
    }
    return choose(this.choices(), key);
  }

  /** While troops are being counted out, the wheel counts them. */
  wheel(by: number): boolean {
    if (this.turn === null || this.to === null || this.turn.view.stage === 'attack') return false;
    this.rolled += by;
    const steps = Math.trunc(this.rolled / NOTCH);
    this.rolled -= steps * NOTCH;
    if (steps !== 0) this.setAmount(this.amount + steps);
    return true;
  }

  choices(): Choice[] {
    const { turn } = this;
    if (turn?.view.decided === true || (turn === null && this.beginning === null)) return [];
    if (turn === null ? this.beginning : turn.view.phase === 'start') return this.startChoices();
    // Always the same buttons in a stage, and while the others play those that the next turn begins with: none comes under the pointer by surprise.
    const stage = turn?.view.stage ?? 'deploy';
    const own = stage === 'attack' ? this.attackChoices() : this.amountChoices();
    const act: Choice = { id: 'do', text: this.nameOfAct(stage), key: 'Enter', disabled: this.draft() === null, run: () => this.confirm() };
    const upcoming = this.upcoming(stage);
    const next: Choice = { id: 'next', text: this.say(`galaxy.choice.next.${upcoming}`), key: 'n', main: true, run: () => this.next() };
    if (upcoming === 'end') return [...own, act, { ...next, id: 'done' }];
    return [...own, act, next, { id: 'done', text: this.say('play.done'), main: false, run: () => this.end() }];
  }

  task(): string {
    const { report } = this;
    if (report === null) return this.taskNow();
    return this.say(report.won ? 'galaxy.report.won' : 'galaxy.report.held', { to: report.to, lost: report.lost, beaten: report.beaten });
  }

  destroy(): void {
    this.lights.root.destroy({ children: true });
  }

  private get say() {
    return this.making.tongue.say;
  }

  private forget(): void {
    this.from = null;
    this.to = null;
    this.share = null;
  }

  private changed(): void {
    this.stage.hush(this.turn !== null && (this.from !== null || this.to !== null));
    this.light();
    this.desk.changed();
  }

  private explain(why: Refusal): void {
    this.desk.explain(this.say(`galaxy.no.${why}`, { from: this.from ?? 0 }), why);
  }

  /** The keys begin where something can be done. */
  private firstPlace(): PlanetId {
    return this.to ?? this.from ?? this.orders?.starts()[0] ?? 0;
  }

  private enter(): boolean {
    const { cursor } = this;
    // The cursor on another planet than the chosen one means that planet.
    if (cursor !== null && cursor !== this.to) this.pick(cursor);
    else if (this.draft() !== null) this.confirm();
    else return false;
    return true;
  }

  // Choosing.

  private pick(planet: PlanetId): void {
    const { turn, orders } = this;
    if (turn === null || orders === null || turn.view.decided) return;
    this.report = null;
    if (turn.view.phase === 'start') return this.place(planet, orders);
    if (planet === this.to) return this.confirm();
    const { stage } = turn.view;
    if (stage === 'attack') this.pickAttack(planet, orders);
    else if (stage === 'move') this.pickMove(planet, orders);
    else this.pickOne(planet, orders, stage === 'fort');
    this.changed();
  }

  /** Whether the last turn was of the start phase, so that the next may be. */
  private get placing(): boolean {
    return this.started !== null && this.started.reserve > 1;
  }

  private wish(planet: PlanetId): void {
    const why = this.started?.put(planet) ?? null;
    if (why !== null) return this.explain(why);
    this.wishes.push(planet);
    this.changed();
  }

  /** Does in a turn of the start phase what was said before. */
  private placeOn({ view, window }: Turn<View>): void {
    this.started = view.phase === 'start' ? this.orders : null;
    if (view.phase !== 'start' || !this.hasty()) {
      this.rest = false;
      this.wishes.length = 0;
      return;
    }
    queueMicrotask(() => {
      const { turn, orders } = this;
      if (turn?.window !== window || orders === null) return;
      let planet = this.wishes.shift();
      while (planet !== undefined && orders.put(planet) !== null) planet = this.wishes.shift();
      const place = planet ?? (this.rest ? orders.goodPlace() : null);
      if (place !== null) this.place(place, orders);
    });
  }

  private startChoices(): Choice[] {
    const rest: Choice = {
      id: 'rest',
      text: this.say(this.rest ? 'galaxy.choice.rest.stop' : 'galaxy.choice.rest'),
      key: 'a',
      pressed: this.rest,
      // Whoever lets the page place must be able to stop it, and then it is nearly never their turn.
      anytime: this.rest,
      run: () => {
        this.rest = !this.rest;
        this.changed();
        if (this.rest && this.turn !== null) this.placeOn(this.turn);
      },
    };
    return [rest, { id: 'skip', text: this.say('galaxy.choice.skip'), run: () => this.desk.done() }];
  }

  private place(planet: PlanetId, orders: Orders): void {
    const why = orders.put(planet);
    if (why !== null) return this.explain(why);
    this.desk.send({ place: { planet } });
    // One troop a turn: there is nothing left to do.
    this.desk.done();
  }

  private pickOne(planet: PlanetId, orders: Orders, fort: boolean): void {
    const why = fort ? orders.fort(planet) : orders.put(planet);
    if (why !== null) return this.explain(why);
    this.to = planet;
    this.amount = fort ? Math.max(1, Math.floor(this.most() / 2)) : this.most();
  }

  private pickAttack(planet: PlanetId, orders: Orders): void {
    if (orders.mine(planet)) {
      const why = orders.attackFrom(planet);
      if (why !== null) return this.explain(why);
      this.from = planet === this.from ? null : planet;
      this.to = null;
      return;
    }
    const from = this.from !== null && orders.attackTo(this.from, planet) === null ? this.from : orders.free(planet) ? null : orders.bestAgainst(planet);
    if (from === null) return this.explain(orders.free(planet) ? 'free_target' : this.from === null ? 'own_from' : 'far');
    this.from = from;
    this.to = planet;
    this.share = null;
  }

  private pickMove(planet: PlanetId, orders: Orders): void {
    if (this.from === null || planet === this.from) {
      const why = orders.moveFrom(planet);
      if (why !== null) return this.explain(why);
      this.from = planet === this.from ? null : planet;
      this.to = null;
      return;
    }
    const why = orders.moveTo(this.from, planet);
    if (why !== null) return this.explain(why);
    this.to = planet;
    this.amount = this.most();
  }

  /** The most troops the act can take. */
  private most(): number {
    const { turn, orders } = this;
    if (turn === null || orders === null) return 0;
    if (turn.view.stage === 'deploy') return orders.reserve;
    return orders.troops((turn.view.stage === 'move' ? this.from : this.to) ?? -1) - 1;
  }

  private shareNow(): number {
    const { orders, from, to } = this;
    if (this.share !== null || orders === null || from === null || to === null) return this.share ?? ALL_BUT_ONE;
    return orders.goodShare(from, to);
  }

  /** The act as it stands, once it is complete. */
  private draft(): Action | null {
    const { turn, from, to, amount: troops } = this;
    if (turn === null || to === null) return null;
    const { stage } = turn.view;
    if (stage === 'deploy') return { deploy: { planet: to, troops } };
    if (stage === 'fort') return { fort: { planet: to, troops } };
    if (from === null) return null;
    if (stage === 'attack') return { attack: { from, to, ratio: this.ratio, share: this.shareNow() } };
    return stage === 'move' ? { move: { from, to, troops } } : null;
  }

  private confirm(): void {
    const act = this.draft();
    const { turn } = this;
    if (act === null || turn === null) return;
    if (act !== 'next' && 'attack' in act) this.sent = { from: act.attack.from ?? 0, to: act.attack.to ?? 0, view: turn.view };
    this.stage.played.add(turn.window);
    this.desk.send(act);
  }

  private upcoming(stage: View['stage']): 'attack' | 'move' | 'fort' | 'end' {
    const { turn } = this;
    const next = stage === 'deploy' || stage === 'attack' || stage === 'move' ? NEXT[stage] : 'end';
    // A fort is built once in a match: after that the turn ends with the transfer.
    return next === 'fort' && turn?.view.fort_used[turn.seat] === true ? 'end' : next;
  }

  private next(): void {
    const { turn } = this;
    if (turn === null) return;
    if (this.upcoming(turn.view.stage) === 'end') return this.end();
    this.stage.played.add(turn.window);
    this.desk.send('next');
  }

  private end(): void {
    const { turn } = this;
    if (turn === null) return;
    this.stage.played.add(turn.window);
    this.desk.done();
  }

  // Buttons.

  private amountChoices(): Choice[] {
    const most = this.most();
    const choice = (id: string, text: string, amount: number): Choice => ({
      id,
      text,
      disabled: this.to === null || amount < 1 || amount > most || amount === this.amount,
      run: () => this.setAmount(amount),
    });
    const one = this.making.tongue.number(1);
    return [choice('less', signed('−', one), this.amount - 1), choice('more', signed('+', one), this.amount + 1), choice('all', this.say('galaxy.choice.all'), most)];
  }

  private setAmount(amount: number): void {
    this.amount = Math.min(Math.max(amount, 1), this.most());
    this.changed();
  }

  private attackChoices(): Choice[] {
    const { ratio } = this;
    const share = this.shareNow();
    const after = <T>(list: readonly T[], now: T): T | undefined => list[(list.indexOf(now) + 1) % list.length];
    return [
      {
        id: 'ratio',
        text: ratio === 0 ? this.say('galaxy.choice.ratio.end') : this.say('galaxy.choice.ratio', { ratio }),
        key: 't',
        run: () => {
          this.ratio = after<number>(RATIOS, ratio) ?? 0;
          this.changed();
        },
      },
      {
        id: 'share',
        text: share === ALL_BUT_ONE ? this.say('galaxy.choice.share.all') : this.say('galaxy.choice.share', { share: this.lights.percent(share) }),
        key: 's',
        run: () => {
          this.share = after<number>(SHARES, share) ?? ALL_BUT_ONE;
          this.changed();
        },
      },
    ];
  }

  private nameOfAct(stage: View['stage']): string {
    if (stage === 'attack') return this.say('galaxy.choice.attack');
    return this.say(`galaxy.choice.${stage === 'move' || stage === 'fort' ? stage : 'put'}`, { n: this.to === null ? 0 : this.amount });
  }

  // Words.

  private taskNow(): string {
    const { turn, orders, from, to, amount: n } = this;
    if (turn === null || orders === null) return this.say('galaxy.task.wait');
    if (turn.view.decided) return this.say('galaxy.task.over');
    if (turn.view.phase === 'start') return this.say('galaxy.task.place', { n: orders.reserve });
    const able = orders.starts().length > 0;
    switch (turn.view.stage) {
      case 'deploy':
        if (to !== null) return this.say('galaxy.task.deploy.here', { n, planet: to });
        return able ? this.say('galaxy.task.deploy', { n: orders.reserve }) : this.say('galaxy.task.deploy.none');
      case 'attack':
        if (from !== null && to !== null) return this.oddsInWords(orders, from, to);
        if (from !== null) return this.say('galaxy.task.attack.from', { from });
        return this.say(able ? 'galaxy.task.attack' : 'galaxy.task.attack.none');
      case 'move':
        if (turn.view.moved) return this.say('galaxy.task.move.done');
        if (from !== null && to !== null) return this.say('galaxy.task.move.to', { n, from, to });
        return from === null ? this.say('galaxy.task.move') : this.say('galaxy.task.move.from', { from });
      default:
        if (to !== null) return this.say('galaxy.task.fort.here', { n, planet: to, forts: n * this.stage.config.rules.fort_coef });
        return this.say(turn.view.fort_used[turn.seat] === true ? 'galaxy.task.fort.none' : 'galaxy.task.fort');
    }
  }

  private oddsInWords(orders: Orders, from: PlanetId, to: PlanetId): string {
    const { win, left } = orders.odds(from, to, this.ratio);
    return this.say('galaxy.task.attack.to', { from, to, odds: this.lights.percent(win), n: Math.round(left) });
  }

  // Light on the board.

  private light(): void {
    const { lights, turn, orders, from, to } = this;
    lights.begin(turn?.view ?? null);
    const wished = new Map<PlanetId, number>();
    for (const planet of this.wishes) wished.set(planet, (wished.get(planet) ?? 0) + 1);
    for (const [planet, n] of wished) {
      lights.ring(planet, { strong: true, colour: this.making.palette.good });
      lights.tag(planet, `+${this.making.tongue.number(n)}`, this.making.palette.good);
    }
    if (turn !== null && orders !== null) {
      const { stage } = turn.view;
      if (from === null && to === null) for (const planet of orders.starts()) lights.ring(planet, { strong: planet === this.pointed });
      if (stage === 'attack' && from !== null) this.lightAttack(orders, from);
      else if (stage === 'move' && from !== null) this.lightMove(orders, from);
      else if (to !== null) this.lightPut(to, stage === 'fort');
      if (this.report !== null) this.lightReport(this.report);
      if (this.cursor !== null) lights.cursor(this.cursor);
    }
    lights.end();
  }

  private lightAttack(orders: Orders, from: PlanetId): void {
    const { lights } = this;
    const { danger } = this.making.palette;
    lights.ring(from, { strong: true });
    for (const target of orders.targets(from)) {
      const chosen = target === this.to;
      lights.arrow(from, target, chosen || target === this.pointed);
      lights.ring(target, { strong: chosen, colour: danger });
      lights.tag(target, lights.percent(orders.odds(from, target, this.ratio).win), danger, chosen);
    }
  }

  private lightMove(orders: Orders, from: PlanetId): void {
    const { lights, pointed } = this;
    const to = this.to ?? (pointed !== null && pointed !== from ? pointed : null);
    const way = to === null || !orders.mine(to) ? null : orders.way(from, to);
    if (way !== null) lights.way(way);
    for (const planet of orders.realm(from)) lights.ring(planet, { strong: planet === from || planet === to });
    if (this.to !== null) lights.tag(this.to, `+${this.making.tongue.number(this.amount)}`, this.making.palette.good);
  }

  private lightPut(planet: PlanetId, fort: boolean): void {
    const gained = this.amount * (fort ? this.stage.config.rules.fort_coef : 1);
    this.lights.ring(planet, { strong: true });
    this.lights.tag(planet, `+${this.making.tongue.number(gained)}`, fort ? this.making.palette.ink : this.making.palette.good);
  }

  private lightReport({ from, to, lost, beaten }: Report): void {
    const { bad } = this.making.palette;
    const told = (planet: PlanetId, count: number) => {
      if (count > 0) this.lights.tag(planet, `−${this.making.tongue.number(count)}`, bad, false);
    };
    told(from, lost);
    if (this.from !== to) told(to, beaten);
  }
}

/** What the two views around an attack tell of it: dice are told only once the turn is over. */
function reportOf({ from, to, view: before }: { from: PlanetId; to: PlanetId; view: View }, after: View): Report | null {
  if (before === after) return null;
  const at = (list: readonly number[], planet: PlanetId) => list[planet] ?? 0;
  const won = after.owners[to] !== before.owners[to];
  const left = at(after.troops, from) + (won ? at(after.troops, to) : 0);
  const defended = won ? 0 : at(after.troops, to) + at(after.forts, to);
  return { from, to, won, lost: at(before.troops, from) - left, beaten: at(before.troops, to) + at(before.forts, to) - defended };
}
