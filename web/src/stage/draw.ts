import { Graphics, Text, type Container, type TextStyleFontWeight } from 'pixi.js';

/** Small helpers for stages. */

export const FONT = "system-ui, 'Segoe UI', Vazirmatn, 'Noto Sans', 'Noto Sans Arabic', Tahoma, 'DejaVu Sans', sans-serif";

export interface LabelStyle {
  size: number;
  colour: string;
  weight?: TextStyleFontWeight;
  /** 0 left, 0.5 middle, 1 right of the place. */
  anchor?: number;
}

/** A sharp text around its own origin. */
export function label(text: string, { size, colour, weight = '600', anchor = 0.5 }: LabelStyle): Text {
  const made = new Text({ text, style: { fontFamily: FONT, fontSize: size, fill: colour, fontWeight: weight }, resolution: 2 });
  made.anchor.set(anchor, 0.5);
  return made;
}

/** The smallest writing that can be read on a screen, in its pixels. */
export const LEGIBLE = 11;
const NAME = 'name';

/** Marks a text as the name of somebody: the page tells it in its own words where it is too small here. */
export function named(text: Text): Text {
  text.label = NAME;
  return text;
}

/** Shows the names of a picture that can be read where a unit of it has so many pixels; others would be specks. */
export function showNames(root: Container, pixels: number): void {
  for (const child of root.children) {
    if (child instanceof Text && child.label === NAME) child.visible = Number(child.style.fontSize) * Math.abs(child.scale.y) * root.scale.y * pixels >= LEGIBLE;
    else showNames(child, root.scale.y * pixels);
  }
}

/** Keeps a text within a width: it is cut at its own end. */
export function cut(text: Text, words: string, width: number): void {
  text.text = words;
  const letters = [...words];
  while (text.width > width && letters.length > 1) {
    letters.pop();
    text.text = `${letters.join('').trimEnd()}…`;
  }
}

/** A regular star or polygon around the origin, as points for `poly`. */
export function star(points: number, outer: number, inner: number, turn = -Math.PI / 2): number[] {
  const made: number[] = [];
  for (let i = 0; i < points * 2; i += 1) {
    const radius = i % 2 === 0 ? outer : inner;
    const angle = turn + (i * Math.PI) / points;
    made.push(Math.cos(angle) * radius, Math.sin(angle) * radius);
  }
  return made;
}

/** A soft light: rings of one colour that fade outwards. */
export function glow(into: Graphics, x: number, y: number, radius: number, colour: string, strength = 0.3, rings = 6): void {
  for (let i = rings; i > 0; i -= 1) into.circle(x, y, (radius * i) / rings).fill({ color: colour, alpha: strength / rings });
}

/** A mark that tells a side apart without its colour: disc, diamond, square, triangle, then again. */
export function sideShape(into: Graphics, side: number, radius: number, x = 0, y = 0): Graphics {
  switch (side % 4) {
    case 1:
      return into.poly([x, y - radius * 1.15, x + radius * 1.15, y, x, y + radius * 1.15, x - radius * 1.15, y], true);
    case 2:
      return into.roundRect(x - radius * 0.92, y - radius * 0.92, radius * 1.84, radius * 1.84, radius * 0.3);
    case 3:
      return into.poly([x, y - radius * 1.15, x + radius * 1.1, y + radius * 0.85, x - radius * 1.1, y + radius * 0.85], true);
    default:
      return into.circle(x, y, radius);
  }
}

/** Destroys what a container holds and leaves it empty. */
export function empty(container: Container): void {
  for (const child of container.removeChildren()) child.destroy({ children: true });
}
