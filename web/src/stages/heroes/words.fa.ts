import type { Same } from '../../lang/message';
import type { en } from './words.en';

export const fa: Same<typeof en> = {
  'heroes.title': 'قهرمانان',
  'heroes.about': 'چهار قهرمان در هر سو برای منطقهٔ میانی می‌جنگند. فقط آن‌چه می‌بینند دیده می‌شود.',
};
