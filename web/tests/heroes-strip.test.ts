import { DOMAdapter, Text } from 'pixi.js';
import { expect, test } from 'vitest';

import { cut, label, showNames } from '../src/stage/draw';
import { Board } from '../src/stages/heroes/board';
import { Strip } from '../src/stages/heroes/strip';
import type { Config, View } from '../src/stages/heroes/types';
import { theme } from '../src/theme.svelte';
import { makingOf, recorded } from './recorded';

/** A canvas that only measures: every letter is as wide as six tenths of its height. */
const context = {
  font: '',
  letterSpacing: '',
  measureText(text: string) {
    const size = Number(/([\d.]+)px/.exec(this.font)?.[1] ?? 10);
    return { width: text.length * size * 0.6, actualBoundingBoxLeft: 0, actualBoundingBoxRight: text.length * size * 0.6, actualBoundingBoxAscent: size, actualBoundingBoxDescent: 0, fontBoundingBoxAscent: size, fontBoundingBoxDescent: 0 };
  },
  getImageData: (_x: number, _y: number, width: number, height: number) => ({ data: new Uint8ClampedArray(width * height * 4) }),
  fillRect: () => undefined,
  clearRect: () => undefined,
  fillText: () => undefined,
};
const canvas = () => ({ width: 10, height: 10, getContext: () => context });
DOMAdapter.set({ ...DOMAdapter.get(), createCanvas: canvas as never, getCanvasRenderingContext2D: () => ({ prototype: context }) as never });

test.each(['above', 'beside'] as const)('a score of three digits leaves the name alone, %s the board', (where) => {
  const reel = recorded<Config, View, never, never>('heroes-duel');
  const { opening, tongue } = makingOf(reel);
  const strip = new Strip(new Board(opening.config), theme.palette, tongue, ['captain', 'commander'], where);
  const view = { ...opening.view, scores: [210, 9731] } as View;
  strip.draw(view, () => null);
  const texts = strip.root.children.filter((child): child is Text => child instanceof Text);
  for (const [score, name] of [['210', 'captain'], ['9,731', 'commander']] as const) {
    const [points, called] = [texts.find(({ text }) => text === score), texts.find(({ text }) => text === name)];
    expect(points, score).toBeDefined();
    expect(points!.x + points!.width).toBeLessThan(called!.x - called!.width);
  }
});

test('a name that would be a speck on the screen is not drawn, and drawn again where it can be read', () => {
  const { opening, tongue } = makingOf(recorded<Config, View, never, never>('heroes-duel'));
  const strip = new Strip(new Board(opening.config), theme.palette, tongue, ['captain', 'commander'], 'above');
  const shown = (pixels: number) => {
    showNames(strip.root, pixels);
    return strip.root.children.filter((child): child is Text => child instanceof Text && ['captain', 'commander'].includes(child.text)).map(({ visible }) => visible);
  };
  expect(shown(0.17)).toEqual([false, false]);
  expect(shown(0.4)).toEqual([true, true]);
});

test('a name that is too wide is cut at its own end', () => {
  const text = label('', { size: 10, colour: '#000000' });
  cut(text, 'commander', 30);
  expect(text.text).toMatch(/^comm?…$/);
  cut(text, 'ann', 30);
  expect(text.text).toBe('ann');
});
