/** The boards of days that were played in this browser. What was possible on one is told only to whoever has played it. */
export interface Played {
  won: boolean;
  rounds: number;
  /** The shortest win, where it is known. */
  best: number | null;
}

/** The day it is, by the clock that is the same everywhere. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

const ofMatch = (id: string) => `meydan.day.${id}`;
const ofDay = (game: string, day: string) => `meydan.daily.${game}.${day}`;

export function rememberDay(id: string, day: string): void {
  localStorage.setItem(ofMatch(id), day);
}

/** The day whose board a match is played on; the terminal says it in the map's name. */
export function dayOfMatch(id: string | null, map: string): string | null {
  const named = /^daily (\d{4}-\d\d-\d\d)$/.exec(map)?.[1];
  return named ?? (id === null ? null : localStorage.getItem(ofMatch(id)));
}

/** The first game counts: after it one knows what is possible. */
export function rememberPlayed(game: string, day: string, played: Played): Played {
  const known = playedOn(game, day);
  if (known !== null) return known;
  localStorage.setItem(ofDay(game, day), JSON.stringify(played));
  return played;
}

export function playedOn(game: string, day: string): Played | null {
  try {
    const kept = JSON.parse(localStorage.getItem(ofDay(game, day)) ?? 'null') as Played | null;
    if (kept !== null && typeof kept.won === 'boolean' && typeof kept.rounds === 'number') return kept;
  } catch {
    // Somebody else wrote there: as if it were empty.
  }
  return null;
}
