/**
 * What a spectator has switched on or off with the document's keys. It outlives the stage, which is made anew with every
 * change of colours or language.
 */
export interface Sights {
  /** D: what the diamonds' shapes and colours mean. */
  chart: boolean;
  /** G: the numbers of columns and rows. */
  grid: boolean;
  /** P: the ways that units still want to walk. */
  paths: boolean;
  /** S: how often each team has done what, in place of the playing order. */
  counts: boolean;
}

export const sights: Sights = { chart: false, grid: false, paths: true, counts: false };

const KEYS: Record<string, keyof Sights> = { d: 'chart', g: 'grid', p: 'paths', s: 'counts' };

/** Switches what the key stands for; false where it stands for nothing. */
export function toggle(key: string): boolean {
  const name = KEYS[key.toLowerCase()];
  if (name === undefined) return false;
  sights[name] = !sights[name];
  return true;
}
