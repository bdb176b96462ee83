import type { Same } from '../../lang/message';
import type { en } from './words.en';

export const fr: Same<typeof en> = {
  'galaxy.title': 'Galaxie',
  'galaxy.about': 'Trois commandants, des planètes, des dés et des forts : tenez les étoiles qui comptent.',
};
