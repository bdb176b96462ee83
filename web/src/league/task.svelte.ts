import { untrack } from 'svelte';

/** Something that is asked of the server: whether it is under way, and what was refused. */
export class Task {
  busy = $state(false);
  done = $state(false);
  error = $state.raw<unknown>(null);
  private present: Promise<unknown> = Promise.resolve();

  /** Does it, unless something is being done already; true if it went well. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    if (untrack(() => this.busy)) return false;
    const doing = this.go(work);
    this.present = doing;
    return doing;
  }

  /** Does it once what is being done is over: what is shown must not stay old because of a click. */
  async soon(work: () => Promise<unknown>): Promise<boolean> {
    while (untrack(() => this.busy)) await this.present;
    return this.run(work);
  }

  private async go(work: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.done = false;
    try {
      await work();
      // What was refused is shown until it went well: it must not blink while it is tried again.
      this.error = null;
      this.done = true;
    } catch (error) {
      this.error = error;
    } finally {
      this.busy = false;
    }
    return this.done;
  }

  /** The same for a form. */
  submit(work: () => Promise<unknown>): (event: SubmitEvent) => void {
    return (event) => {
      event.preventDefault();
      void this.run(work);
    };
  }
}

/**
 * Looks again and again while the page is seen. `look` says after how many milliseconds; null: there is nothing more to come.
 * The answer stops it.
 */
export function watch(look: () => Promise<number | null>): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = async (wait: number): Promise<void> => {
    if (stopped) return;
    if (document.hidden) {
      timer = setTimeout(() => void again(wait), wait);
      return;
    }
    const next = await look();
    if (!stopped && next !== null) timer = setTimeout(() => void again(next), next);
  };
  void untrack(() => again(1000));
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
