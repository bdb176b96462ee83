import { readFileSync } from 'node:fs';

import { en } from '../src/lang/en';
import { Writer, type Values } from '../src/lang/message';
import type { Frame, Opening } from '../src/reel/types';
import type { Making } from '../src/stage/stage';
import { LIGHT } from '../src/theme.svelte';

/** A recorded match from `e2e/fixtures`. */
export interface Recorded<Config, View, Event, Action = unknown> {
  opening: Opening<Config, View>;
  frames: Frame<View, Event, Action>[];
}

export function recorded<Config, View, Event, Action>(name: string): Recorded<Config, View, Event, Action> {
  const text = readFileSync(new URL(`../e2e/fixtures/${name}.reel`, import.meta.url), 'utf8');
  const lines = text.trimEnd().split('\n').map((line) => JSON.parse(line));
  return { opening: lines[0], frames: lines.filter((line) => line.kind === 'frame') };
}

/** What a stage is made from, in English; without the marks that keep names from turning a sentence around. */
export function makingOf<Config, View>({ opening }: { opening: Opening<Config, View> }): Making<Config, View> {
  const writer = new Writer('en');
  const say = (key: keyof typeof en, values?: Values) => writer.write(en[key], values).replace(/[\u2068\u2069]/g, '');
  return { opening, palette: LIGHT, tongue: { say, number: (n, options) => writer.number(n, options) } };
}
