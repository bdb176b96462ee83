import type { Same } from '../lang/message';
import type { en } from './words.en';

export const fa: Same<typeof en> = {
  title: 'نگاه نزدیک‌تر',
  here: 'پس از {n} گام.',
  end: 'به لحظه‌ای پیش از پایان برو: آن‌جا می‌توانی از یک ربات قوی بپرسی یا از همان‌جا ادامه بدهی.',
  'for': 'برای چه کسی',
  ask: '{bot} این‌جا چه می‌کرد؟',
  would: '{bot} به جای {name}',
  nothing: 'در این گام کاری نمی‌کرد: لازم نیست در هر گامِ نوبت کاری کرد.',
  was: 'آنچه بازی شد',
  again: 'دوباره نشان بده',
  back: 'بازگشت به مسابقه',
  on: 'ادامهٔ بازی از همین‌جا',
  'on.begin': 'ادامه از گام {step}',
  side: 'سوی {n}',
};
