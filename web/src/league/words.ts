import { say as shellSay, speech, type Key } from '../lang/lang.svelte';
import type { Lang, Message, Same, Values } from '../lang/message';
import { en } from './words.en';
import { fa } from './words.fa';
import { fr } from './words.fr';

/** The words of the contest's pages. They come with those pages, not with the first one. */
const WORDS: Record<Lang, Same<typeof en>> = { en, fa, fr };

export type LeagueKey = keyof typeof en;

const isOurs = (key: string): key is LeagueKey => key in en;

/** The sentence for a key, the page's other words included. */
export function say(key: LeagueKey | Key, values?: Values): string {
  return isOurs(key) ? speech.writer.write(WORDS[speech.lang][key], values) : shellSay(key, values);
}

/** What a word of the server is called, as `match.state` and `queued`; the word itself where a newer server has one more. */
export function wordFor(family: string, value: string): string {
  const message: Message | undefined = (WORDS[speech.lang] as Record<string, Message>)[`${family}.${value}`];
  return message === undefined ? value : speech.writer.write(message);
}
