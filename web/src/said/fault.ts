import { sayIfKnown } from '../lang/lang.svelte';
import { said } from './said.svelte';

/** What a seat did wrong, in the reader's language. Strangers to a contest are told its kind alone. */
export const faultText = ({ kind, text }: { kind: string; text: string }): string => (text === kind ? (sayIfKnown(`fault.${kind}`) ?? text) : said(text));

/** The words of a mark on the timeline: a mistake's are the server's, an exception's are the bot's, all others are the page's own. */
export const markText = ({ kind, text }: { kind?: string; text: string }): string => (kind === undefined || kind === 'exception' ? text : faultText({ kind, text }));
