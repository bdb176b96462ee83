import type { Messages } from '../../lang/message';

export const en = {
  'heroes.title': 'Heroes',
  'heroes.about': 'Four heroes a side fight for the zone in the middle. You see only what they see.',
} satisfies Messages;
