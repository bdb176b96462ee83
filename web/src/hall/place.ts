/** How far the projector is in a film: a laptop that is started again goes on where it was. */
export interface Place {
  /** The match. */
  id: string;
  at: number;
  /** How often the decisive turn had been shown. */
  asked: number;
}

const STORED = 'meydan.hall.place';

export function keepPlace(place: Place): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(place));
  } catch {
    // A film that begins again is no reason to show none.
  }
}

export function placeOf(id: string): Place | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as Place | null;
    return kept !== null && kept.id === id && Number.isFinite(kept.at) && Number.isFinite(kept.asked) ? kept : null;
  } catch {
    return null;
  }
}

/** The film is not on the screen any more: the next time it is shown from its beginning. */
export function forgetPlace(): void {
  try {
    sessionStorage.removeItem(STORED);
  } catch {
    // Nothing was kept.
  }
}
