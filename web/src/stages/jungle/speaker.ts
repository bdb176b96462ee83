import type { Point, View } from './types';

/** Where a team's words are shown: at a unit on the board, since beside its card they would cover names and scores. */
export function speaker(view: View, team: number): Point | null {
  const units = view.teams[team]?.units ?? [];
  // Whoever summons does not walk away from them.
  const still = units.find(({ position, summoning }) => position !== null && summoning);
  return (still ?? units.find(({ position }) => position !== null))?.position ?? null;
}
