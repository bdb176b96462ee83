export const classes: Record<string, string> = {
  'another class has that code; choose a longer one': 'کلاسی دیگر این کد را دارد؛ کدی بلندتر برگزین',
  'this account runs more than its own team by now, so the class cannot dispose of it; ask an admin': 'این حساب اکنون بیش از تیم خودش را می‌گرداند و کلاس نمی‌تواند دربارهٔ آن تصمیم بگیرد؛ از یک مدیر بخواه',
  'this class made no such account': 'این کلاس چنین حسابی نساخته است',
  'this contest is not a class; give it `class` in its settings': 'این رقابت کلاس نیست؛ در تنظیماتش `class` را بنویسید',
  'two classes have that code; ask your teacher for another': 'دو کلاس این کد را دارند؛ از معلم کد دیگری بخواهید',
  'no class has that code; look at it again': 'هیچ کلاسی این کد را ندارد؛ دوباره نگاهش کن',
  'somebody has that name already; add a letter of your family name, or sign in if it is you':
    'کسی این نام را دارد؛ حرفی از نام خانوادگی‌ات به آن بیفزا، یا اگر خود تویی وارد شو',
  'the mark against `{1}` is not one': 'معیار برابر `{1}` معیار درستی نیست',
  '{1} is played alone, so there is nobody to take points from; leave `class.marks` empty':
    '{1} تنها بازی می‌شود و کسی نیست که از او امتیاز بگیرند؛ `class.marks` را خالی بگذارید',
  'a class has at most {1} marks, not {2}': 'یک کلاس حداکثر {1} معیار دارد، نه {2}',
  'there are two marks against `{1}`; keep one': 'دو معیار برابر `{1}` هست؛ یکی را نگه دارید',
  'the mark against `{1}` cannot be reached: give a share between 0 and 1, a confidence from 0.5 to below 1, and 1 to {2} matches':
    'به معیار برابر `{1}` نمی‌توان رسید: سهم را میان ۰ و ۱، اطمینان را از ۰٫۵ تا کمتر از ۱ و شمار مسابقه‌ها را از ۱ تا {2} بنویسید',
  'works cannot be compared: {1}': 'برنامه‌ها را نمی‌توان با هم سنجید: {1}',
  'class joined': 'به کلاس آمد',
  'class left': 'از کلاس بیرون برده شد',
  'class key made': 'کلید تازه‌ای برای کلاس ساخته شد',
  'class ended': 'کلاس پایان یافت',
  'programs of this class are judged by phases; they play no matches': 'برنامه‌های این کلاس در فازها سنجیده می‌شوند؛ مسابقه نمی‌دهند',
  '{1} has no course whose programs could be judged; leave `class.phases` empty': '{1} درسی ندارد که برنامه‌هایش سنجیده شود؛ `class.phases` را خالی بگذارید',
  '`class.phases` are phases of the course, 1 to {1}, each once and in order': '`class.phases` فازهای درس‌اند، ۱ تا {1}، هر کدام یک بار و به ترتیب',
  'programs that are judged by phases play no matches; set `ranking` to `none`': 'برنامه‌هایی که در فازها سنجیده می‌شوند مسابقه نمی‌دهند؛ `ranking` را `none` بگذارید',
};
