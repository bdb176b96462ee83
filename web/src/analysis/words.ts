import { speech } from '../lang/lang.svelte';
import type { Lang, Same, Values } from '../lang/message';
import { en } from './words.en';
import { fa } from './words.fa';
import { fr } from './words.fr';

const WORDS: Record<Lang, Same<typeof en>> = { en, fa, fr };

export const say = (key: keyof typeof en, values?: Values): string => speech.writer.write(WORDS[speech.lang][key], values);
