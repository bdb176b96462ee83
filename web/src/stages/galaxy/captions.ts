import { Container, type Text } from 'pixi.js';

import { label } from '../../stage/draw';
import type { Point } from '../../stage/stage';

const SIZE = 30;

/** Words for the moment: the texts are kept and used again, because a text is costly to make. */
export class Captions {
  readonly root = new Container();
  private readonly made: Text[] = [];
  private used = 0;

  begin(): void {
    this.used = 0;
  }

  put(text: string, at: Point, { size, colour, alpha = 1 }: { size: number; colour: string; alpha?: number }): void {
    const found = this.made[this.used] ?? this.make();
    this.used += 1;
    if (found.text !== text) found.text = text;
    if (found.style.fill !== colour) found.style.fill = colour;
    found.scale.set(size / SIZE);
    found.alpha = alpha;
    found.visible = true;
    found.position.set(at.x, at.y);
  }

  end(): void {
    for (const text of this.made.slice(this.used)) text.visible = false;
  }

  private make(): Text {
    const made = label('', { size: SIZE, colour: '#000000', weight: '800' });
    this.made.push(made);
    this.root.addChild(made);
    return made;
  }
}
