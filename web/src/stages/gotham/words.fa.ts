import type { Same } from '../../lang/message';
import type { en } from './words.en';

export const fa: Same<typeof en> = {
  'gotham.title': 'گاتهام',
  'gotham.about': 'پلیس و دزد در شهری از پیاده‌رو و اتوبوس و مترو. دزدها فقط گاهی دیده می‌شوند.',
};
