import type { Same } from '../../lang/message';
import type { en } from './words.en';

export const fr: Same<typeof en> = {
  'heroes.title': 'Héros',
  'heroes.about': 'Quatre héros par camp se disputent la zone du milieu. On ne voit que ce qu’ils voient.',
};
