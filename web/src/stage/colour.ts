/** A colour between two others, both as `#rrggbb`: 0 is the first, 1 the second. Stages shade the palette with it. */
export function mix(from: string, to: string, k: number): string {
  const part = (colour: string, place: number) => Number.parseInt(colour.slice(1 + place * 2, 3 + place * 2), 16);
  const channel = (place: number) => Math.round(part(from, place) * (1 - k) + part(to, place) * k);
  return `#${[0, 1, 2].map((place) => channel(place).toString(16).padStart(2, '0')).join('')}`;
}
