import type { Messages } from '../../lang/message';

export const en = {
  'gotham.title': 'Gotham',
  'gotham.about': 'Police and thieves in a city of roads, buses and trams. Thieves show themselves only now and then.',
} satisfies Messages;
