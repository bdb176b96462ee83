import { describe, expect, test } from 'vitest';

import { HeroesHand } from '../src/stages/heroes/play';
import { Board } from '../src/stages/heroes/board';
import type { HeroesStage } from '../src/stages/heroes/stage';
import { scenes } from '../src/stages/heroes/scenes';
import type { Action, Config, Event, View } from '../src/stages/heroes/types';
import { makingOf, recorded } from './recorded';

const { opening } = recorded<Config, View, Event, Action>('heroes-duel');

function sit(view: View, config = opening.config) {
  const sent: Action[] = [];
  const said: string[] = [];
  let done = 0;
  const box = { x: 0, y: 0, width: 9, height: 9 };
  const stage = { map: new Board(config), origin: { x: 0, y: 0 }, gallery: { classAt: () => null, frameOf: () => box }, cellAt: () => null, cardAt: () => null, cardOf: () => box } as unknown as HeroesStage;
  const hand = new HeroesHand(stage, [0], makingOf({ opening: { ...opening, config } }), { send: (act) => sent.push(act), done: () => (done += 1), explain: (text) => said.push(text), changed: () => undefined });
  hand.open({ seat: 0, window: 1, clock: view.phase, mode: 'sealed', view });
  const ending = () => hand.choices().find(({ id }) => id === 'done');
  return { hand, sent, said, ending, done: () => done };
}

describe('a person’s hand on a team', () => {
  test('a pick without a class costs nothing: it is said what is missing', () => {
    const { hand, sent, said, ending, done } = sit({ ...opening.view, phase: 'pick' });
    expect(ending()).toMatchObject({ text: 'Pick', key: 'Enter', disabled: true });
    expect(hand.key('Enter')).toBe(true);
    hand.finish();
    expect([done(), sent]).toEqual([0, []]);
    expect(said).toEqual(Array(2).fill('Choose a class first: otherwise chance picks one.'));
    hand.key('1');
    expect(ending()?.disabled).toBe(false);
    hand.key('Enter');
    expect([done(), sent]).toEqual([1, [{ pick: { class: opening.config.heroes[0]?.name } }]]);
  });

  test('only what ends the turn is called so', () => {
    const board = scenes['board'];
    if (board === undefined) throw new Error('there is no scene of the board');
    const move = sit({ ...board.before, phase: 'move' }, board.config);
    expect(move.ending()?.text).toBe('Next move');
    // On a screen that is touched the key is not there to tell four heroes of a class apart.
    const names = move.hand.choices().filter(({ id }) => id.startsWith('hero')).map(({ text }) => text);
    expect(names.length).toBeGreaterThan(1);
    names.forEach((name, slot) => expect(name).toContain(String(slot + 1)));
    move.hand.key('Enter');
    expect(move.done()).toBe(1);
    expect(sit({ ...board.before, phase: 'action', move_phase: null }, board.config).ending()?.text).toBe('End turn');
  });
});
