import { say } from './lang.svelte';

/** What a tab is called: the page, and whose it is; a title that names us already is not followed by the name once more. */
export function titled(title: string): string {
  const name = say('app.name');
  // The marks around a name in a sentence are for sentences.
  const plain = title.replace(/[\u2068\u2069]/g, '');
  return plain === '' ? name : plain.includes(name) ? plain : `${plain} · ${name}`;
}
