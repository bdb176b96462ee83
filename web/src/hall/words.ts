import { speech } from '../lang/lang.svelte';
import type { Lang, Message, Same, Values } from '../lang/message';
import { en } from './words.en';
import { fa } from './words.fa';
import { fr } from './words.fr';

const WORDS: Record<Lang, Same<typeof en>> = { en, fa, fr };

export type HallKey = keyof typeof en;

/** The sentence for a key of the final's words. */
export const say = (key: HallKey, values?: Values): string => speech.writer.write(WORDS[speech.lang][key], values);

/** What a word of the server is called; the word itself where a newer server has one more. */
export function wordFor(family: string, value: string): string {
  const message: Message | undefined = (WORDS[speech.lang] as Record<string, Message>)[`${family}.${value}`];
  return message === undefined ? value : speech.writer.write(message);
}
