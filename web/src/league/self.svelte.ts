import { refuse, Refusal } from '../api';
import type { Me } from '../api/league';
import { speech } from '../lang/lang.svelte';
import { LANGS } from '../lang/message';

/** The cookie of a session cannot be read here; this says whether it is worth asking who one is. */
const STORED = 'meydan.signed';

/** Who the reader is. */
class Self {
  me = $state.raw<Me | null>(null);
  private asked: Promise<Me | null> | null = null;

  /** Asks once; a visitor who never signed in here is not asked for, unless the page cannot do without. */
  find(needed = false): Promise<Me | null> {
    if (!needed && localStorage.getItem(STORED) === null) return Promise.resolve(null);
    this.asked ??= this.read();
    return this.asked;
  }

  /** Asks again: a team was made, a name was changed. */
  async read(): Promise<Me | null> {
    try {
      const response = await fetch('/api/v1/me');
      if (!response.ok) return await refuse(response);
      const me = response.status === 204 ? null : ((await response.json()) as Me | null);
      if (me === null) this.leave();
      else this.enter(me);
      return me;
    } catch (error) {
      if (error instanceof Refusal) this.leave();
      return null;
    }
  }

  enter(me: Me): void {
    const first = this.me?.id !== me.id;
    this.me = me;
    this.asked = Promise.resolve(me);
    localStorage.setItem(STORED, '1');
    const lang = LANGS.find((name) => name === me.lang);
    if (first && lang !== undefined && lang !== speech.lang) speech.switch(lang);
  }

  leave(): void {
    this.me = null;
    this.asked = null;
    localStorage.removeItem(STORED);
  }
}

export const self = new Self();
