import { mix } from '../../stage/colour';
import type { Palette } from '../../theme.svelte';

/** The jungle's colours: shades of the page's palette, so that they change with it. */
export interface Look {
  earth: string;
  earthAlt: string;
  rim: string;
  thicket: string;
  leaf: string;
  leafLight: string;
  water: string;
  ripple: string;
  nest: string;
  nestLine: string;
  vine: string;
  /** Diamonds of levels 1 to 5: quartz, sapphire, emerald, topaz, ruby. */
  gems: readonly string[];
  gemEdge: readonly string[];
  gemInk: readonly string[];
}

export function lookOf(palette: Palette): Look {
  const { dark, good, solid, floor, floorAlt, accent, surface, ink, glow, danger } = palette;
  const thicket = dark ? mix(good, floor, 0.76) : mix(good, solid, 0.5);
  const gems = dark
    ? [mix(accent, ink, 0.78), accent, good, glow, danger]
    : [mix(accent, surface, 0.82), mix(accent, surface, 0.4), mix(good, surface, 0.38), mix(glow, surface, 0.15), mix(danger, surface, 0.25)];
  const deep = dark ? floor : ink;
  return {
    earth: mix(floor, good, dark ? 0.04 : 0.06),
    earthAlt: mix(dark ? floorAlt : mix(floor, floorAlt, 0.5), good, dark ? 0.06 : 0.08),
    rim: dark ? mix(good, floor, 0.6) : mix(good, solid, 0.62),
    thicket,
    leaf: dark ? mix(thicket, good, 0.22) : mix(good, surface, 0.04),
    leafLight: dark ? mix(thicket, good, 0.42) : mix(good, surface, 0.3),
    water: dark ? mix(accent, floor, 0.72) : mix(accent, surface, 0.62),
    ripple: dark ? mix(accent, floor, 0.35) : mix(accent, surface, 0.2),
    nest: mix(floor, glow, dark ? 0.12 : 0.16),
    nestLine: mix(floor, dark ? glow : mix(glow, ink, 0.25), 0.55),
    vine: dark ? mix(good, glow, 0.3) : mix(good, glow, 0.22),
    gems,
    gemEdge: gems.map((colour) => mix(colour, deep, 0.62)),
    gemInk: gems.map((_, level) => (dark ? mix(floor, '#000000', 0.4) : level === 4 ? surface : ink)),
  };
}
