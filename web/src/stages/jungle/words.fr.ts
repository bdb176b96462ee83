import type { Same } from '../../lang/message';
import type { en } from './words.en';

export const fr: Same<typeof en> = {
  'jungle.title': 'Jungle',
  'jungle.about': 'Ramassez des diamants, faites-les grandir, lancez vos lianes et restez hors de portée.',
};
