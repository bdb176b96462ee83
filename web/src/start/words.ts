import type { KnobCard } from '../api';
import { speech } from '../lang/lang.svelte';
import type { Lang, Message, Same, Values } from '../lang/message';
import { en } from './words.en';
import { fa } from './words.fa';
import { fr } from './words.fr';

const WORDS: Record<Lang, Same<typeof en>> = { en, fa, fr };

export type StartKey = keyof typeof en;

export const say = (key: StartKey, values?: Values): string => speech.writer.write(WORDS[speech.lang][key], values);

const find = (key: string): string | null => {
  const message: Message | undefined = (WORDS[speech.lang] as Record<string, Message>)[key];
  return message === undefined ? null : speech.writer.write(message);
};

/** How an entrant of a game plays, in a sentence; null where a newer server has one that the page does not know. */
export function aboutBot(game: string, entrant: string): string | null {
  if (entrant === 'human') return find('bot.human');
  if (!entrant.startsWith('house:')) return find('bot.own');
  const name = entrant.slice('house:'.length);
  return find(`bot.${game}.${name}`) ?? find(`bot.${name}`);
}

/** What a ruleset is, in a sentence. */
export const aboutRuleset = (game: string, ruleset: string): string | null => find(`ruleset.${game}.${ruleset}`) ?? find(`ruleset.${ruleset}`);

/** What a knob is, in a few words; the server's own for one that the page does not know. */
export const aboutKnob = (game: string, { name, about }: KnobCard): string => find(`knob.${game}.${name}`) ?? find(`knob.${name}`) ?? about;

/** One of the words of a knob that chooses. */
export const choiceName = (word: string): string => find(`choice.${word}`) ?? word;
