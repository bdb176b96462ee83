import { describe, expect, test } from 'vitest';

import { en } from '../src/lang/en';
import { Writer, type Values } from '../src/lang/message';
import type { Making } from '../src/stage/stage';
import { Layout } from '../src/stages/jungle/layout';
import { lookOf } from '../src/stages/jungle/look';
import { JungleHand } from '../src/stages/jungle/play';
import type { JungleStage } from '../src/stages/jungle/stage';
import type { Action, Config, UnitView, View } from '../src/stages/jungle/types';
import { LIGHT } from '../src/theme.svelte';

const config: Config = {
  ruleset: 'document', map: ['S......', '.......', '..#.D..'], teams: [{ id: '', name: '' }, { id: '', name: '' }], units_per_team: 3, ticks: 9, time_limit_ms: 0, diamond_ids: ['', ''],
};
const unit = (number: number, x: number, y: number, more: Partial<UnitView> = {}): UnitView => ({
  unit: number, position: { x, y }, placed: true, path: [], diamond: null, summoning: false, died_at: null, attacked_by: null, vined_by: null, ...more,
});
const team = (units: UnitView[], errors: string[] = []) => ({ score: 0, deaths: 0, left: false, errors, counts: { summons: 0, attacks: 0, drops: 0, vines: 0 }, units });

/** Unit 1 walks, unit 2 carries, unit 3 waits for a nest; unit 4 is a foe beside unit 1 and on the row of unit 2. */
function viewOf(errors: string[] = []): View {
  return {
    tick: 1,
    orders: [[0, 1]],
    teams: [
      team([unit(1, 2, 1, { path: [{ x: 1, y: 1 }, { x: 0, y: 1 }] }), unit(2, 6, 0, { diamond: 0 }), unit(3, 0, 0, { position: null })], errors),
      team([unit(4, 3, 1), unit(5, 6, 2), unit(6, 0, 2)]),
    ],
    diamonds: [{ position: { x: 6, y: 0 }, level: 2, points: 9, owner: 2, touched: true }, { position: { x: 4, y: 2 }, level: 1, points: 0, owner: null, touched: false }],
  };
}

function sit(view = viewOf()) {
  const writer = new Writer('en');
  const say = (key: keyof typeof en, values?: Values) => writer.write(en[key], values).replace(/[\u2068\u2069]/g, '');
  const making = { opening: { config, view, seats: [] }, palette: LIGHT, tongue: { say, number: (n: number) => writer.number(n) } } as unknown as Making<Config, View>;
  const layout = new Layout(config);
  const sent: Action[] = [];
  const said: string[] = [];
  const stage = { config, layout, look: lookOf(LIGHT) } as JungleStage;
  const hand = new JungleHand(stage, [0], making, { send: (act) => sent.push(act), done: () => undefined, explain: (text) => said.push(text), changed: () => undefined });
  hand.open({ seat: 0, window: 1, clock: 'tick', mode: 'sealed', view });
  return { hand, sent, said, press: (x: number, y: number) => hand.press(layout.middle({ x, y })), keys: (...keys: string[]) => keys.forEach((key) => hand.key(key)) };
}

describe('a person’s hand', () => {
  test('a unit on its way goes on, and Enter sends all orders in the sequence they were given', () => {
    const { sent, keys } = sit();
    keys('3', 'ArrowRight', '2', 'u', 'Enter');
    expect(sent).toEqual([{ orders: [{ unit: 1, do: { move: { x: 0, y: 1 } } }, { unit: 3, do: { spawn: { x: 0, y: 0 } } }, { unit: 2, do: 'summon' }] }]);
  });

  test('presses mean the obvious: a nest, a blow, a vine, a way', () => {
    const { hand, sent, press, keys } = sit();
    keys('3');
    press(0, 0);
    keys('1');
    press(3, 1);
    hand.finish();
    expect(sent.at(-1)).toEqual({ orders: [{ unit: 3, do: { spawn: { x: 0, y: 0 } } }, { unit: 1, do: { attack: { x: 3, y: 1 } } }] });
    keys('1', 'c');
    press(5, 1);
    hand.finish();
    expect(sent.at(-1)).toEqual({ orders: [{ unit: 3, do: { spawn: { x: 0, y: 0 } } }, { unit: 1, do: { move: { x: 5, y: 1 } } }] });
  });

  test('arrows carry the goal on, over walls too', () => {
    const { sent, said, keys } = sit();
    keys('1', 'c', 'ArrowDown');
    expect(said.at(-1)).toBe('Thicket and water let nobody through.');
    keys('ArrowRight', 'Enter');
    expect(sent.at(-1)).toEqual({ orders: [{ unit: 1, do: { move: { x: 3, y: 2 } } }] });
  });

  test('a diamond is put down on the side of the arrow, and a gift is possible', () => {
    const { sent, said, keys } = sit();
    keys('2', 't', 'ArrowUp');
    expect(said.at(-1)).toBe('A diamond can only be put on open ground.');
    keys('ArrowLeft', 'Enter');
    expect(sent.at(-1)).toEqual({ orders: [{ unit: 1, do: { move: { x: 0, y: 1 } } }, { unit: 2, do: { drop: { x: 5, y: 0 } } }] });
  });

  test('what cannot be done is explained, and the task says what is left', () => {
    const { hand, said, press, keys } = sit();
    keys('2', 'a');
    expect(said.at(-1)).toBe('Unit 2 carries a diamond: for that its hands must be empty.');
    press(4, 2);
    expect(said.at(-1)).toBe('A unit that carries a diamond cannot step on another one.');
    keys('1', 'u');
    expect(said.at(-1)).toBe('Unit 1 carries no diamond.');
    keys('3', 'w');
    expect(said.at(-1)).toBe('Unit 3 is not on the map: it must come out of a nest first.');
    expect(hand.task()).toBe('Unit 3 is not on the map: choose a lit nest. 2 units have no order yet; press Enter to send all the same.');
    hand.close();
    expect(hand.key('Enter')).toBe(false);
    expect(hand.task()).toBe('Wait for the next tick.');
  });

  test('failures of the last tick are told', () => {
    const { said } = sit(viewOf(['(id: 1|position: {"x":2,"y":1})) Target destination is not walkable: [x: 3, y: 1]']));
    expect(said).toEqual(['In the last tick the order of unit 1 failed: The cell was not free.']);
  });
});
