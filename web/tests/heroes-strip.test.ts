import { DOMAdapter, Text } from 'pixi.js';
import { expect, test } from 'vitest';

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
