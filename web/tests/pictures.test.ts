import { describe, expect, it } from 'vitest';

import { barsPicture, gridPicture, linesPicture, short, spread } from '../src/plots/pictures';
import { DARK, LIGHT } from '../src/theme.svelte';

const ODD = '<b onload="x">&';
const number = (value: number) => String(value);
const at = (rating: number) => ({ rating, low: rating - 50, high: rating + 50 });
/** The elements of a kind, each as its attributes. */
const all = (svg: string, tag: string) =>
  [...svg.matchAll(new RegExp(`<${tag} ([^>]*)>`, 'g'))].map(([, inside = '']) => Object.fromEntries([...inside.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])));
/** Every tag that is opened is closed. */
function whole(svg: string): void {
  const open: string[] = [];
  for (const [tag, close, name] of svg.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (close === '/') expect(open.pop()).toBe(name);
    else if (!tag.endsWith('/>')) open.push(name ?? '');
  }
  expect(open).toEqual([]);
}

describe('pictures of statistics', () => {
  it('draw bars as long as their values, and intervals where they are', () => {
    const svg = barsPicture(LIGHT, 'Seats', [{ name: 'a', value: 20, text: '20' }, { name: 'b', value: 10, text: '10' }, { name: 'c', value: 15, low: 5, high: 20, text: '15' }], 10);
    whole(svg);
    const bars = all(svg, 'rect').filter(({ height }) => height === '16');
    expect(Number(bars[0]?.width)).toBeCloseTo(2 * Number(bars[1]?.width), 0);
    expect(all(svg, 'circle')).toHaveLength(1);
    expect(all(svg, 'line').filter((line) => line['stroke-dasharray'] !== undefined)).toHaveLength(1);
  });

  it('draw what was lost to the left of zero', () => {
    const svg = barsPicture(DARK, 'Gain', [{ name: '2', value: -40, text: '-40' }, { name: '3', value: 60, text: '60' }]);
    const [lost, won] = all(svg, 'rect').filter(({ height }) => height === '16');
    expect(Number(lost?.x) + Number(lost?.width)).toBeCloseTo(Number(won?.x), 0);
  });

  it('colour a grid by who beats whom, and leave out who never met', () => {
    const svg = gridPicture(LIGHT, 'Who beats whom', ['a', 'b', 'c'], (row, column) => (row === 2 || column === 2 ? null : row === 0 ? 0.9 : 0.1), number);
    whole(svg);
    const shades = all(svg, 'rect').filter((rect) => rect['fill-opacity'] !== undefined).map((rect) => Number(rect['fill-opacity']));
    expect(shades).toHaveLength(2);
    expect(shades[0]).toBeGreaterThan(shades[1] ?? 1);
    expect(svg.match(/>–</g)).toHaveLength(7);
  });

  it('end every line with its name', () => {
    const svg = linesPicture(LIGHT, 'Ratings', [{ id: 'a', name: 'Lions', points: [at(0), at(200)] }, { id: 'b', name: 'Foxes', points: [null, at(190)] }], ['May', 'June'], number);
    whole(svg);
    expect(all(svg, 'path')).toHaveLength(2);
    for (const words of ['Lions', 'Foxes', 'May', 'June', 'Ratings']) expect(svg).toContain(`>${words}<`);
  });

  it('hold nobody’s name as a tag', () => {
    for (const svg of [barsPicture(LIGHT, ODD, [{ name: ODD, value: 1, text: ODD }]), gridPicture(LIGHT, ODD, [ODD, ODD], () => 0.5, number), linesPicture(LIGHT, ODD, [{ id: '', name: ODD, points: [at(1)] }], [ODD, ODD], number)]) {
      expect(svg).not.toContain('<b');
      expect(svg).toContain('&lt;b onload=&quot;x&quot;&gt;&amp;');
      whole(svg);
    }
  });

  it('cut a name at its end where it has no room, by its letters and never within one', () => {
    expect(short('Sea Otters', 200, 14)).toBe('Sea Otters');
    expect(short('شیرهای میدان', 200, 14)).toBe('شیرهای میدان');
    expect(short('i'.repeat(40), 200, 14)).toMatch(/^i{20,26}…$/);
    expect(short('W'.repeat(40), 200, 14)).toMatch(/^W{12,14}…$/);
    expect(short('🦁'.repeat(40), 200, 14)).toMatch(/^(🦁){8,10}…$/u);
  });

  it('keep names apart, and on the picture', () => {
    expect(spread([100, 102, 40], 15, 300)).toEqual([100, 115, 40]);
    const crowd = spread([300, 299, 298], 15, 300);
    expect(Math.max(...crowd)).toBe(300);
    expect([...crowd].sort((a, b) => a - b)).toEqual([270, 285, 300]);
  });
});
