import type { BackstageMatch } from '../api/league';
import type { Source } from '../api';
import { league } from '../league/ask';
import { loadPart } from '../stages';

/** How many films are kept at once: those that were shown go first. */
export const MOST = 64;

/** Films that were fetched ahead, so that a hall whose network is lost for a moment goes on. */
export class Shelf {
  loaded = $state(0);
  private readonly films = new Map<string, Blob>();
  private busy = false;

  has(id: string): boolean {
    return this.films.has(id);
  }

  /** Fetches what can be fetched of these, in their order, and lets go of what nobody will ask for. */
  async fill(game: string, matches: BackstageMatch[]): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      // What draws the game, too.
      await Promise.all([loadPart(game), import('../stage/host')]);
      const wanted = matches.filter(({ state }) => state === 'over').slice(0, MOST);
      const ids = new Set(wanted.map(({ id }) => id));
      for (const id of this.films.keys()) if (!ids.has(id)) this.films.delete(id);
      for (const { id } of wanted) {
        if (!this.films.has(id)) this.films.set(id, await league.reelBytes(id));
        this.loaded = this.films.size;
      }
    } catch {
      // The network is gone; what is there stays, and the rest is asked for again.
    } finally {
      this.loaded = this.films.size;
      this.busy = false;
    }
  }

  /** A film as the viewer wants it: from here if it is here. */
  source(id: string, names: string[]): Source {
    return league.filmSource(id, names, this.films.get(id) ?? null);
  }
}
