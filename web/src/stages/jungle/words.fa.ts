import type { Same } from '../../lang/message';
import type { en } from './words.en';

export const fa: Same<typeof en> = {
  'jungle.title': 'جنگل',
  'jungle.about': 'الماس جمع کن، بزرگشان کن، تاک بینداز و دور از دسترس بمان.',
};
