import type { Same } from '../../lang/message';
import type { en } from './words.en';

export const fa: Same<typeof en> = {
  'galaxy.title': 'کهکشان',
  'galaxy.about': 'سه فرمانده، سیاره‌ها، تاس و دژ: ستاره‌های مهم را نگه دار.',
};
