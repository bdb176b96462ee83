import type { ShowCard } from '../api/league';
import { league } from '../league/ask';

/** How long it is waited before the next look: after a look that went well, and after one that did not. */
const REST = 300;
const PATIENCE = 1500;

/** What the projector shows, as it changes. While the network is gone the last picture stays. */
export class Feed {
  show = $state.raw<ShowCard | null>(null);
  lost = $state(false);
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
      } catch {
        if (this.stop.signal.aborted) return;
        this.lost = true;
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
    changed(found);
  }
}
