import type { Graphics } from 'pixi.js';

import type { Point } from './stage';

/** Adds a dashed way through the points to `into`; stroke it afterwards. The dashes run on around corners. */
export function dashed(into: Graphics, points: readonly Point[], dash = 14, gap = 12): void {
  let left = dash;
  let on = true;
  points.slice(1).forEach((to, index) => {
    const from = points[index] ?? to;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const at = (way: number): [number, number] => [from.x + ((to.x - from.x) * way) / length, from.y + ((to.y - from.y) * way) / length];
    for (let way = 0; way < length; ) {
      const piece = Math.min(left, length - way);
      if (on) into.moveTo(...at(way)).lineTo(...at(way + piece));
      way += piece;
      left -= piece;
      if (left > 0) continue;
      on = !on;
      left = on ? dash : gap;
    }
  });
}
