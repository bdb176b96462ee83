import type { Same } from '../lang/message';
import type { en } from './words.en';

export const fa: Same<typeof en> = {
  'season.title': 'فصل {name}',
  'season.table': 'جدول',
  'season.csv': 'برای صفحه‌گسترده',
  'season.points': 'امتیاز',
  'season.points.lead': 'در هر رقابت، درصد کسانی که پشت سر گذاشته شدند؛ همهٔ رقابت‌ها با هم.',
  'season.who': 'چه کسی',
  'season.rank': '{rank} از {of}',
  'season.seats': 'آیا یک صندلی بهتر است؟',
  'season.seats.lead': 'سهم مسابقه‌های رده‌بندی که یک صندلی به‌تنهایی برده است، با بازهٔ ۹۵٪. خط‌چین سهمی است که هر صندلی می‌برد اگر هیچ‌کدام بهتر نبود.',
  'season.seat': 'صندلی',
  'season.seat.of': '{game}: صندلی {seat} از {players}',
  'season.seat.better': 'بهتر',
  'season.seat.worse': 'بدتر',
  'season.seat.unclear': 'روشن نیست',
  'season.share': 'برده',
  'season.verdict': 'پس',
  'season.maps': 'نقشه‌ها',
  'season.map': 'نقشه',
  'season.matches': 'مسابقه',
  'season.drawn': 'تساوی',
  'season.windows': 'گام',
  'season.duels': 'رودررو',
  'season.against': 'در برابر',
  'season.score': 'پیش : پس',
};
