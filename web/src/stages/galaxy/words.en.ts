import type { Messages } from '../../lang/message';

export const en = {
  'galaxy.title': 'Galaxy',
  'galaxy.about': 'Three commanders, planets, dice and forts: hold the stars that count.',
} satisfies Messages;
