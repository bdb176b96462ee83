import { speech } from '../lang/lang.svelte';
import type { Lang, Message, Same } from '../lang/message';
import { en } from './words.en';
import { fa } from './words.fa';
import { fr } from './words.fr';

const WORDS: Record<Lang, Same<typeof en>> = { en, fa, fr };

export const say = (key: keyof typeof en): string => speech.writer.write(WORDS[speech.lang][key]);

/** What a lesson says about its game. */
export function sayOf(game: string, what: 'goal' | 'move' | 'mistake' | 'why' | 'win' | 'won'): string {
  const message: Message | undefined = (WORDS[speech.lang] as Record<string, Message>)[`${game}.${what}`];
  return message === undefined ? '' : speech.writer.write(message);
}
