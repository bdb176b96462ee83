import { Container, Graphics, type Text } from 'pixi.js';

import { label } from '../../stage/draw';
import { clamp } from '../../stage/motion';
import type { Point } from '../../stage/stage';
import { sideColour, type Palette } from '../../theme.svelte';
import { TOP, WIDTH } from './city';

const LONGEST = 16;

interface Bubble {
  body: Container;
  ground: Graphics;
  text: Text;
  drawn: string;
}

/** What units said in this window, beside them. */
export class Bubbles {
  readonly root = new Container();
  private readonly pool: Bubble[] = [];

  constructor(private readonly palette: Palette) {}

  draw(said: readonly { text: string; at: Point; side: number }[], unit: number, grown: number): void {
    const size = Math.max(unit * 0.72, 14);
    const height = size * 1.5;
    // Units that stand together speak one above the other.
    const taken: Point[] = [];
    said.forEach(({ text, at, side }, i) => {
      const bubble = this.pool[i] ?? this.make(i, size);
      this.dress(bubble, text, side, size, height);
      const x = clamp(at.x, bubble.ground.width / 2 + 12, WIDTH - bubble.ground.width / 2 - 12);
      let y = Math.max(at.y - unit * 1.25 - height * 0.75, TOP + height * 0.7);
      while (taken.some((other) => Math.abs(other.y - y) < height && Math.abs(other.x - x) < bubble.ground.width)) y -= height * 1.06;
      taken.push({ x, y });
      bubble.body.position.set(x, y);
      bubble.body.scale.set(grown);
      bubble.body.visible = grown > 0;
    });
    for (const { body } of this.pool.slice(said.length)) body.visible = false;
  }

  private make(index: number, size: number): Bubble {
    const made: Bubble = { body: new Container(), ground: new Graphics(), text: label('', { size, colour: this.palette.ink, weight: '700' }), drawn: '' };
    made.body.addChild(made.ground, made.text);
    this.root.addChild(made.body);
    this.pool[index] = made;
    return made;
  }

  private dress(bubble: Bubble, text: string, side: number, size: number, height: number): void {
    const shown = text === '' ? '…' : text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
    const key = `${side} ${shown}`;
    if (bubble.drawn === key) return;
    bubble.drawn = key;
    bubble.text.text = shown;
    const width = bubble.text.width + size;
    const shape = () => bubble.ground.roundRect(-width / 2, -height / 2, width, height, height * 0.42);
    const edge = sideColour(this.palette, side);
    bubble.ground.clear().poly([-size * 0.34, height / 2 - 1, size * 0.34, height / 2 - 1, 0, height * 0.82], true).fill(edge);
    shape().fill(this.palette.surface);
    shape().stroke({ width: 2.5, color: edge });
  }
}
