import type { Messages } from '../../lang/message';

export const en = {
  'jungle.title': 'Jungle',
  'jungle.about': 'Gather diamonds, make them grow, swing your vines, and keep out of reach.',
} satisfies Messages;
