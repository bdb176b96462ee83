import { speech } from '../lang/lang.svelte';
import type { Lang, Same, Values } from '../lang/message';
import { en } from './words.en';
import { fa } from './words.fa';
import { fr } from './words.fr';

const WORDS: Record<Lang, Same<typeof en>> = { en, fa, fr };

export type RoomKey = keyof typeof en;

/** The sentence for a key of the rooms’ words. */
export const say = (key: RoomKey, values?: Values): string => speech.writer.write(WORDS[speech.lang][key], values);
