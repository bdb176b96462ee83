import { tick } from 'svelte';

import type { Session } from '../match/session.svelte';

/** Two pictures later everything that was asked for is drawn. */
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

/** Goes to any moment of the match and stays there, for whoever takes pictures of it. */
export class Camera {
  private session: Session | null = null;

  take(session: Session): void {
    this.session = session;
  }

  /** How long each window is drawn, in milliseconds, once all of it is there; null: not yet. */
  async film(): Promise<number[] | null> {
    const { session } = this;
    if (session === null || session.reel.open || !session.ready) return null;
    // A game without a stage is drawn as data and never has one.
    if (session.part !== null && session.stage === null && document.querySelector('canvas') === null) return null;
    await drawn();
    session.player.pause();
    return session.reel.frames.map((_, n) => session.length(n));
  }

  /** What is wrong with the match, in words of the page; null: nothing. */
  trouble(): string | null {
    return this.session?.refusal ?? (this.session?.reel.count === 0 ? (this.session.reel.trouble?.key ?? null) : null);
  }

  async show(at: number): Promise<void> {
    this.session?.player.seek(at);
    await tick();
    await drawn();
  }
}
