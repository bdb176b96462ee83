import { speech } from '../lang/lang.svelte';
import { type Lang } from '../lang/message';
import { Catalogue, type Words } from './catalogue';

/** They are long, and only readers of these languages need them. */
const LANGUAGES: Partial<Record<Lang, () => Promise<{ words: Words }>>> = {
  fa: () => import('./fa'),
  fr: () => import('./fr'),
};

/** What is known of the server's sentences in the reader's language, once it has come. */
class Library {
  private readonly asked = new Map<Lang, Promise<void>>();
  private known = $state.raw<Partial<Record<Lang, Catalogue>>>({});

  get(lang: Lang): Catalogue | null {
    void this.fetch(lang);
    return this.known[lang] ?? null;
  }

  /** Resolves when the language is there, or cannot be had: then the server's own words have to do. */
  fetch(lang: Lang): Promise<void> {
    const load = LANGUAGES[lang];
    if (load === undefined) return Promise.resolve();
    let coming = this.asked.get(lang);
    if (coming === undefined) {
      coming = load().then(
        ({ words }) => {
          this.known = { ...this.known, [lang]: new Catalogue(lang, words) };
        },
        () => void this.asked.delete(lang),
      );
      this.asked.set(lang, coming);
    }
    return coming;
  }
}

const library = new Library();

/** Something that the server said, in the reader's language; null where that is not known. `own`: it may be a person's own text. */
export function translated(text: string, own = false): string | null {
  return speech.lang === 'en' ? text : (library.get(speech.lang)?.translate(text, own) ?? null);
}

/** The same, in the server's words where there are no others. */
export const said = (text: string, own = false): string => translated(text, own) ?? text;

/** Waits until what the server says can be said in the reader's language. */
export const learnt = (): Promise<void> => library.fetch(speech.lang);
