/** Pieces of a motion. All are pure functions of progress, so every motion also runs backwards. */

export const clamp = (x: number, low = 0, high = 1) => Math.min(Math.max(x, low), high);
export const lerp = (a: number, b: number, k: number) => a + (b - a) * k;
export const smooth = (k: number) => k * k * (3 - 2 * k);
/** Up and down again: 0, 1, 0. */
export const pulse = (k: number) => Math.sin(Math.PI * clamp(k));

/** A motion in parts, one after the other. Give the parts their lengths, then ask how far each is at progress `p`. */
export class Score<Part> {
  private readonly parts: { part: Part; start: number; end: number }[] = [];
  private end = 0;

  add(part: Part, length: number): this {
    this.parts.push({ part, start: this.end, end: this.end + length });
    this.end += length;
    return this;
  }

  get length(): number {
    return this.end;
  }

  /** Every part with its own progress: 0 before it begins, 1 when it is over. */
  *at(p: number): Generator<[part: Part, k: number]> {
    const now = clamp(p) * this.end;
    for (const { part, start, end } of this.parts) {
      yield [part, p >= 1 ? 1 : end === start ? (now >= end ? 1 : 0) : clamp((now - start) / (end - start))];
    }
  }
}
