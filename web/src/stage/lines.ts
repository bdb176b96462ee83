import type { Graphics } from 'pixi.js';

import type { Point } from './stage';

/** Lines along many points: bent, dashed, half drawn. Each adds to a path; the caller strokes it. */

/** A line with one bend, as points from end to end. */
export function bent(from: Point, control: Point, to: Point, pieces = 20): Point[] {
  return Array.from({ length: pieces + 1 }, (_, i) => onBend(from, control, to, i / pieces));
}

export function onBend(from: Point, control: Point, to: Point, k: number): Point {
  const a = (1 - k) * (1 - k);
  const b = 2 * k * (1 - k);
  const c = k * k;
  return { x: a * from.x + b * control.x + c * to.x, y: a * from.y + b * control.y + c * to.y };
}

export function solid(into: Graphics, points: readonly Point[]): Graphics {
  points.forEach((point, i) => (i === 0 ? into.moveTo(point.x, point.y) : into.lineTo(point.x, point.y)));
  return into;
}

export function dashed(into: Graphics, points: readonly Point[], dash = 14, gap = 12): Graphics {
  // How much of the current dash (or gap) is left.
  let left = dash;
  let drawing = true;
  for (let i = 1; i < points.length; i += 1) {
    const [a, b] = [points[i - 1], points[i]] as [Point, Point];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    let done = 0;
    while (length - done > 1e-6) {
      const step = Math.min(left, length - done);
      if (drawing) {
        const [k, l] = [done / length, (done + step) / length];
        into.moveTo(a.x + (b.x - a.x) * k, a.y + (b.y - a.y) * k).lineTo(a.x + (b.x - a.x) * l, a.y + (b.y - a.y) * l);
      }
      done += step;
      left -= step;
      if (left <= 1e-6) {
        drawing = !drawing;
        left = drawing ? dash : gap;
      }
    }
  }
  return into;
}

/** A ring of dashes around a place. */
export function dashedRing(into: Graphics, { x, y }: Point, radius: number, dashes = 10): Graphics {
  const turn = (Math.PI * 2) / dashes;
  for (let i = 0; i < dashes; i += 1) {
    const start = i * turn;
    into.moveTo(x + Math.cos(start) * radius, y + Math.sin(start) * radius).arc(x, y, radius, start, start + turn * 0.58);
  }
  return into;
}

/** The first part of a line. */
export function firstPart(points: readonly Point[], k: number): Point[] {
  if (k >= 1) return [...points];
  const last = (points.length - 1) * Math.max(k, 0);
  const whole = Math.floor(last);
  const made = points.slice(0, whole + 1);
  const [a, b] = [points[whole], points[whole + 1]];
  if (a !== undefined && b !== undefined) made.push({ x: a.x + (b.x - a.x) * (last - whole), y: a.y + (b.y - a.y) * (last - whole) });
  return made;
}

/** How far a place is from a line. */
export function distance(points: readonly Point[], { x, y }: Point): number {
  let least = Infinity;
  for (let i = 1; i < points.length; i += 1) {
    const [a, b] = [points[i - 1], points[i]] as [Point, Point];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const k = Math.min(Math.max(((x - a.x) * dx + (y - a.y) * dy) / Math.max(dx * dx + dy * dy, 1e-9), 0), 1);
    least = Math.min(least, Math.hypot(a.x + dx * k - x, a.y + dy * k - y));
  }
  return least;
}
