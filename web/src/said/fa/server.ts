/** What any address can answer. */
export const server = {
  'this address does not take that method; see docs/server.md': 'این نشانی این روش را نمی‌پذیرد؛ `docs/server.md` را ببین',
  'this address does not take that method; see /api/docs': 'این نشانی این روش را نمی‌پذیرد؛ `/api/docs` را ببین',
  'this is not an order for a match: {1}': 'این سفارش مسابقه نیست: {1}',
  'send JSON with the content type application/json': 'JSON را با نوع محتوای `application/json` بفرست',
  'this is not JSON: {1}': 'این JSON نیست: {1}',
  'what follows the `?` cannot be read: {1}': 'آنچه پس از `?` می‌آید خوانده نمی‌شود: {1}',
  'the body is longer than is taken here': 'آنچه فرستاده شد بلندتر از آن است که این‌جا پذیرفته شود',
  'the body did not arrive whole': 'آنچه فرستاده شد کامل نرسید',
  'this server is not called `{1}`; start it with `--name HOST` to give it that name': 'نام این سرور `{1}` نیست؛ برای این نام، با `--name HOST` آغازش کن',
  'a page of another site may not do that here': 'صفحهٔ سایت دیگر این‌جا چنین اجازه‌ای ندارد',
  'there is nothing here; see docs/server.md for what the server answers': 'این‌جا چیزی نیست؛ آنچه سرور پاسخ می‌دهد در `docs/server.md` است',
  'the server stumbled over this; the log says more': 'سرور در این‌جا به مشکل خورد؛ گزارشش بیشتر می‌گوید',
  'a seat is played through a WebSocket': 'صندلی با WebSocket بازی می‌شود',
  'there are no contests here; start `meydan arena` to have some': 'این‌جا رقابتی نیست؛ برای داشتنش `meydan arena` را آغاز کن',
};
