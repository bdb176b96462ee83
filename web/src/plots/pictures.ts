/**
 * Statistics as pictures: each is a whole SVG with its title, its figures and its names in it, so that a file of it says as much as the page.
 * Names are strangers' words; nothing in them can be a tag.
 */
import { path, scale, ticks, type Line } from '../league/lines';
import { sideColour, type Palette } from '../theme.svelte';

/** How wide every picture is, and where its names end and its drawing begins and ends. */
const WIDE = 760;
const NAMES = 210;
const END = 600;
const ROW = 30;
const HEAD = 52;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** How wide a letter is at most, in parts of its size. Nobody measures in a file, so what may be wide counts as wide. */
const breadth = (letter: string) =>
  /\p{M}/u.test(letter) ? 0 : /[\p{Emoji_Presentation}\p{Script=Han}]/u.test(letter) ? 1.4 : /[MWmw@%—…]/.test(letter) ? 0.95 : /\p{Lu}/u.test(letter) ? 0.75 : 0.58;

/** A name that has so much room: what does not fit is cut at its end. */
export function short(name: string, room: number, size: number): string {
  let left = room - breadth('…') * size;
  const letters = [...name];
  const sum = letters.reduce((all, letter) => all + breadth(letter) * size, 0);
  if (sum <= room) return name;
  const end = letters.findIndex((letter) => (left -= breadth(letter) * size) < 0);
  return `${letters.slice(0, end).join('')}…`;
}

const figure = (value: number) => Number(value.toFixed(2));

interface Ink { fill: string; anchor?: 'start' | 'middle' | 'end'; size?: number; bold?: boolean }

function text(x: number, y: number, words: string, { fill, anchor = 'start', size = 14, bold = false }: Ink): string {
  return `<text x="${figure(x)}" y="${figure(y)}" fill="${fill}" font-size="${size}" text-anchor="${anchor}"${bold ? ' font-weight="700"' : ''} style="unicode-bidi:plaintext">${escaped(words)}</text>`;
}

function sheet(palette: Palette, title: string, height: number, inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDE} ${height}" width="${WIDE}" height="${height}" font-family="system-ui, sans-serif">`
    + `<title>${escaped(title)}</title><rect width="${WIDE}" height="${height}" fill="${palette.surface}"/>${text(WIDE / 2, 28, title, { fill: palette.ink, anchor: 'middle', size: 17, bold: true })}${inside}</svg>`;
}

/** A value with its name, and the interval it may lie in. */
export interface Bar {
  name: string;
  value: number;
  low?: number;
  high?: number;
  /** The value as people read it. */
  text: string;
  side?: number;
}

/** Values below each other, with a line to compare them with. */
export function barsPicture(palette: Palette, title: string, bars: readonly Bar[], line: number | null = null): string {
  const all = bars.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]).concat(line ?? 0, 0);
  const [from, to] = [Math.min(...all), Math.max(...all)];
  const at = (value: number) => NAMES + 10 + (to > from ? (value - from) / (to - from) : 0) * (END - NAMES - 10);
  const upright = (value: number, dashes: string) =>
    `<line x1="${figure(at(value))}" x2="${figure(at(value))}" y1="${HEAD - 8}" y2="${HEAD + bars.length * ROW}" stroke="${palette.muted}"${dashes}/>`;
  const rows = bars.map(({ name, value, low, high, text: told, side }, index) => {
    const [y, colour] = [HEAD + index * ROW, side === undefined ? palette.accent : sideColour(palette, side)];
    const [start, end] = [Math.min(at(0), at(value)), Math.max(at(0), at(value))];
    const drawn = low === undefined || high === undefined
      ? `<rect x="${figure(start)}" y="${y + 5}" width="${figure(end - start)}" height="16" fill="${colour}"/>`
      : `<line x1="${figure(at(low))}" x2="${figure(at(high))}" y1="${y + 13}" y2="${y + 13}" stroke="${colour}" stroke-width="6" stroke-opacity="0.45"/><circle cx="${figure(at(value))}" cy="${y + 13}" r="5" fill="${colour}"/>`;
    return text(NAMES, y + 18, short(name, NAMES - 8, 14), { fill: palette.ink, anchor: 'end' }) + drawn + text(END + 10, y + 18, told, { fill: palette.muted, size: 12 });
  });
  const uprights = upright(0, '') + (line === null ? '' : upright(line, ' stroke-dasharray="5 4"'));
  return sheet(palette, title, HEAD + bars.length * ROW + 16, uprights + rows.join(''));
}

/** Who took which share from whom: a line for each, and a column for each. */
export function gridPicture(palette: Palette, title: string, names: readonly string[], share: (row: number, column: number) => number | null, number: (value: number) => string): string {
  const cell = Math.min(46, (WIDE - NAMES - 30) / Math.max(names.length, 1));
  const left = NAMES + 20;
  const middle = (column: number) => left + (column + 0.5) * cell;
  const heads = names.map((_, column) => text(middle(column), HEAD + 6, number(column + 1), { fill: palette.muted, anchor: 'middle', size: 12 }));
  const rows = names.map((name, row) => {
    const y = HEAD + 14 + row * ROW;
    const cells = names.map((_, column) => {
      const part = row === column ? null : share(row, column);
      if (part === null) return text(middle(column), y + 20, '–', { fill: palette.muted, anchor: 'middle', size: 12 });
      return `<rect x="${figure(left + column * cell)}" y="${y}" width="${figure(cell - 2)}" height="${ROW - 2}" fill="${palette.good}" fill-opacity="${figure(0.05 + part * 0.6)}"/>`
        + text(middle(column) - 1, y + 19, number(Math.round(part * 100)), { fill: palette.ink, anchor: 'middle', size: 12 });
    });
    return text(NAMES, y + 19, `${number(row + 1)}. ${short(name, NAMES - 44, 14)}`, { fill: palette.ink, anchor: 'end' }) + cells.join('');
  });
  return sheet(palette, title, HEAD + 14 + names.length * ROW + 14, heads.join('') + rows.join(''));
}

const TALL = 300;

/** Ratings over time: each line ends with its name. `ends` are the first and the last moment, as people read them. */
export function linesPicture(palette: Palette, title: string, lines: readonly Line[], ends: readonly [string, string], number: (value: number) => string): string {
  const [left, span] = [56, scale(lines)];
  const wide = END - left - 20;
  const at = (rating: number) => HEAD + TALL - ((rating - span.low) / (span.high - span.low)) * TALL;
  const grid = ticks(span).map((tick) => `<line x1="${left}" x2="${left + wide}" y1="${figure(at(tick))}" y2="${figure(at(tick))}" stroke="${palette.line}"/>${text(left - 6, at(tick) + 4, number(tick), { fill: palette.muted, anchor: 'end', size: 12 })}`);
  const drawn = lines.map(({ points }, index) => {
    const dashes = index < palette.sides.length ? '' : ' stroke-dasharray="6 4"';
    return `<path transform="translate(${left} ${HEAD}) scale(${figure(wide / 100)} ${figure(TALL / 100)})" vector-effect="non-scaling-stroke" fill="none" stroke="${sideColour(palette, index)}" stroke-width="2.5"${dashes} d="${path(points, span)}"/>`;
  });
  const names = spread(lines.map(({ points }) => at(points.findLast((point) => point !== null)?.rating ?? 0)), 15, HEAD + TALL)
    .map((y, index) => text(left + wide + 8, y + 4, short(lines[index]?.name ?? '', WIDE - left - wide - 12, 12), { fill: sideColour(palette, index), size: 12, bold: true }));
  const when = text(left, HEAD + TALL + 22, ends[0], { fill: palette.muted, size: 12 }) + text(left + wide, HEAD + TALL + 22, ends[1], { fill: palette.muted, size: 12, anchor: 'end' });
  return sheet(palette, title, HEAD + TALL + 36, grid.join('') + drawn.join('') + names.join('') + when);
}

/** Heights moved apart until none is nearer to another than `room`, in their order and not below the end. */
export function spread(heights: readonly number[], room: number, end: number): number[] {
  const order = heights.map((_, index) => index).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const placed = [...heights];
  let last = -Infinity;
  for (const index of order) last = placed[index] = Math.max(placed[index] ?? 0, last + room);
  let next = end + room;
  for (const index of order.reverse()) next = placed[index] = Math.min(placed[index] ?? 0, next - room);
  return placed;
}
