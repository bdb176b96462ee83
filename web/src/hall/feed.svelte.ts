import { Refusal } from '../api';
import type { ShowCard } from '../api/league';
import { league } from '../league/ask';

/** How long it is waited before the next look: after a look that went well, and after one that did not. */
const REST = 300;
const PATIENCE = 1500;

/** What the projector shows, as it changes. While the network is gone the last picture stays. */
export class Feed {
  show = $state.raw<ShowCard | null>(null);
  lost = $state(false);
  /** Why there is nothing to show: there is no final yet, or the one that was shown was called off. Another may follow, so it is looked on. */
  none = $state<'yet' | 'dropped' | null>(null);
  private readonly stop = new AbortController();

  constructor(private readonly slug: string) {}

  /** Follows until it is stopped; `changed` is told of each new picture. */
  follow(changed: (show: ShowCard) => void): () => void {
    const look = async (): Promise<void> => {
      try {
        const found = await league.show(this.slug, this.show?.step ?? null, this.stop.signal);
        this.lost = false;
        this.take(found, changed);
        setTimeout(() => void look(), REST);
      } catch (error) {
        if (this.stop.signal.aborted) return;
        // An answer is no lost connection.
        const missing = error instanceof Refusal && error.code === 'missing';
        this.lost = !missing;
        if (missing) {
          this.none = this.show !== null || this.none === 'dropped' ? 'dropped' : 'yet';
          this.show = null;
        }
        setTimeout(() => void look(), PATIENCE);
      }
    };
    void look();
    return () => this.stop.abort();
  }

  /** A picture that came by another way, as the answer to a moderator. */
  take(found: ShowCard, changed: (show: ShowCard) => void): void {
    if (this.stop.signal.aborted || (this.show !== null && found.step <= this.show.step && found.id === this.show.id)) return;
    this.show = found;
    this.none = null;
    changed(found);
  }

  /** Another final is there: its pictures are counted anew. */
  anew(): void {
    this.show = null;
  }
}
