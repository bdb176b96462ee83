import type { Same } from '../../lang/message';
import type { en } from './words.en';

export const fr: Same<typeof en> = {
  'gotham.title': 'Gotham',
  'gotham.about': 'Police et voleurs dans une ville de rues, de bus et de trams. Les voleurs ne se montrent que rarement.',
};
