import type { Same } from '../lang/message';
import type { en } from './words.en';

export const fa: Same<typeof en> = {
  'wall.title': 'دیوار صفحه‌ها',
  'wall.lead': 'همهٔ مسابقه‌هایی که همین حالا بازی می‌شوند.',
  'wall.none': 'اکنون چیزی بازی نمی‌شود.',
  'wall.waiting': { one: '{n} مسابقه در صف است', other: '{n} مسابقه در صف است' },
  'wall.closed': 'این مسابقه پس از پایان نشان داده می‌شود.',
  'wall.soon': 'به‌زودی آغاز می‌شود.',
  'wall.over': 'پایان یافت',
  'wall.open': 'تماشای مسابقهٔ {n}',
  'wall.end': 'پایان بده',
  'wall.end.label': 'پایان بده: مسابقهٔ {n}',
  'wall.end.sure': 'مسابقهٔ {n} پایان یابد؟ برای هیچ‌کس به حساب نمی‌آید.',
  'wall.kick': 'بیرون بردن {name}',
  'wall.table': 'جدول کلاس',
};
