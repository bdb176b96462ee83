import { inflateRawSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import type { RejudgeLine, Settings, VersionCard } from '../src/api/league';

Object.assign(globalThis, { location: { pathname: '/team/t1', search: '?a=b' }, addEventListener: () => undefined });
const { wayBack, signInAddress } = await import('../src/league/back');
const { fromInput, near, size, span, toInput } = await import('../src/league/format');
const { dressed, readWords } = await import('../src/league/reel');
const { changed, matchQuery } = await import('../src/league/query');
const { compare } = await import('../src/league/rejudge');
const { fromForm, toForm } = await import('../src/league/settings');

/** How a contest is played unless its organiser says otherwise; the same as on the server. */
function usualSettings(players: number): Settings {
  return {
    maps: [],
    season: '',
    players,
    time: { rate: 1, count: 'wall', bank_ms: 0, freeze: false },
    ranking: { kind: 'groups', every_minutes: 30 },
    casual: { at_once: 3, hourly: 60 },
    submissions: { megabytes: 16, hourly: 20, build_minutes: 10, wire: true, activate: true },
    disclosure: 'public',
    house: [],
    team_size: 4,
    keep: {},
  };
}

const { isMoving, steps } = await import('../src/league/version');
const { chosenFiles, crc32, isWanted, zip } = await import('../src/league/zip');

describe('the way back after signing in', () => {
  test.each([
    ['/team/t1?x=1', '/team/t1?x=1'],
    [null, '/contests'],
    ['https://evil.example/', '/contests'],
    ['//evil.example/', '/contests'],
    ['/\\evil.example', '/contests'],
    ['javascript:alert(1)', '/contests'],
    ['/signin?to=/signin', '/contests'],
    ['/no/such/page', '/contests'],
  ])('%s leads to %s', (to, way) => expect(wayBack(to)).toBe(way));

  test('the door remembers where one was', () => expect(signInAddress()).toBe('/signin?to=%2Fteam%2Ft1%3Fa%3Db'));
});

describe('writing times and sizes', () => {
  test('near times are distances, far ones dates', () => {
    const noon = Date.UTC(2026, 10, 16, 12);
    expect(near(noon + 12 * 60_000, noon)).toBe('in 12 minutes');
    expect(near(noon - 3 * 3_600_000, noon)).toBe('3 hours ago');
    expect(near(noon - 30 * 86_400_000, noon)).toContain('2026');
  });

  test('sizes and spans have the unit that suits them', () => {
    expect([size(800), size(48_230), size(20 << 20)]).toEqual(['800 byte', '47 kB', '20 MB']);
    expect([span(80), span(3200), span(125_000)]).toEqual(['80 ms', '3.2 sec', '2 min 5 sec']);
  });

  test('a time goes into a form and comes out again; none is 0', () => {
    const at = Date.UTC(2026, 10, 16, 12, 34);
    expect(fromInput(toInput(at))).toBe(at);
    expect([toInput(null), toInput(0), fromInput('')]).toEqual(['', '', 0]);
  });
});

describe('a reel with the names of teams', () => {
  const opening = { kind: 'opening', game: 'jungle', seats: [{ seat: 0, side: 0, label: '', name: 'bot' }, { seat: 1, side: 1, label: '', name: 'other' }] };
  const renamed = async (chunks: string[], words: Parameters<typeof dressed>[2] = null) => {
    const bytes = new ReadableStream<Uint8Array>({
      start(out) {
        for (const chunk of chunks) out.enqueue(new TextEncoder().encode(chunk));
        out.close();
      },
    });
    return new Response(dressed(bytes, new Map([[0, 'تیم پلنگ']]), words)).text();
  };

  test('only the opening is touched, however the stream is cut', async () => {
    const text = `${JSON.stringify(opening)}\n{"kind":"frame","name":"bot"}\n`;
    const [first, ...rest] = (await renamed([text.slice(0, 10), text.slice(10, 90), text.slice(90)])).split('\n');
    expect((JSON.parse(first ?? '') as typeof opening).seats.map(({ name }) => name)).toEqual(['تیم پلنگ', 'other']);
    expect(rest).toEqual(['{"kind":"frame","name":"bot"}', '']);
  });

  test('what one’s own program said stands where it was said', async () => {
    const frame = (window: number) => `${JSON.stringify({ kind: 'frame', window, notes: [], stderr: [] })}\n`;
    const text = `${JSON.stringify(opening)}\n${frame(0)}${frame(1)}{"kind":"end"}\n`;
    const words = readWords([[1, '{"window":1,"stderr":"oh\\n"}\n{"window":1,"note":{"a":1}}\n{"window":1,"fault":"late","text":"late"}\n{"window":1,"ended":"killed"}\n{"wind']]);
    const lines = (await renamed([text.slice(0, 200), text.slice(200)], words)).split('\n');
    expect(lines[1]).toBe(frame(0).trim());
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({ notes: [[1, { a: 1 }]], stderr: [[1, 'oh\n'], [1, 'killed']] });
    expect(lines.slice(3)).toEqual(['{"kind":"end"}', '']);
  });

  test('what is no opening is left to whoever reads the reel', async () => {
    expect(await renamed(['what is this\nmore'])).toBe('what is this\nmore');
    expect(await renamed(['no line at all'])).toBe('no line at all');
  });
});

describe('an archive made here', () => {
  test('its files come out as they went in', async () => {
    const text = 'print("سلام")\n'.repeat(50);
    const bytes = Buffer.from(await (await zip([{ path: 'src/bot.py', data: new Blob([text]) }, { path: 'empty', data: new Blob([]) }])).arrayBuffer());
    expect(bytes.readUInt32LE(0)).toBe(0x04034b50);
    const end = bytes.length - 22;
    expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
    expect(bytes.readUInt16LE(end + 10)).toBe(2);
    const entry = bytes.readUInt32LE(end + 16);
    expect(bytes.readUInt32LE(entry)).toBe(0x02014b50);
    const [check, packed, plain, name] = [bytes.readUInt32LE(entry + 16), bytes.readUInt32LE(entry + 20), bytes.readUInt32LE(entry + 24), bytes.readUInt16LE(entry + 28)];
    expect(bytes.toString('utf8', entry + 46, entry + 46 + name)).toBe('src/bot.py');
    const inside = inflateRawSync(bytes.subarray(30 + name, 30 + name + packed));
    expect([inside.toString(), inside.length, crc32(inside)]).toEqual([text, plain, check]);
  });

  test('the check sum is the usual one', () => expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926));

  test('histories and what a build makes are left out', () => {
    expect(['src/bot.py', '.git/HEAD', 'a/node_modules/b', 'targets/x', 'target/debug/bot'].filter(isWanted)).toEqual(['src/bot.py', 'targets/x']);
    const file = (path: string) => Object.assign(new File([''], 'x'), { webkitRelativePath: path });
    expect(chosenFiles([file('my-bot/src/bot.py'), file('my-bot/.git/HEAD'), file('my-bot')]).map(({ path }) => path)).toEqual(['src/bot.py']);
  });
});

test('an address is a filter, and a changed filter an address', () => {
  const query = matchQuery(new URLSearchParams('team=t1&state=&round=3&part=matches&limit=9'));
  expect(query).toEqual({ team: 't1', round: 3 });
  expect(changed(query, 'state', 'over')).toEqual({ team: 't1', round: 3, state: 'over' });
  expect(changed(query, 'round', '')).toEqual({ team: 't1' });
  expect(changed(query, 'round', '7').round).toBe(7);
});

describe('a version', () => {
  const version = (state: string, validation: string | null = null) => ({ state, validation }) as VersionCard;
  test.each([
    ['received', 'done wait wait wait', true],
    ['building', 'done now wait wait', true],
    ['validating', 'done done now wait', true],
    ['ready', 'done done done done', false],
    ['failed', 'done bad wait wait', false],
    ['rejected', 'done done bad wait', false],
  ])('%s has come this far', (state, marks, moving) => {
    expect(steps(version(state)).map(([, mark]) => mark).join(' ')).toBe(marks);
    expect(isMoving(version(state))).toBe(moving);
  });

  test('one that is stuck says where', () => {
    expect(steps(version('stuck'))[1]).toEqual(['build', 'bad']);
    expect(steps(version('stuck', 'm1'))[2]).toEqual(['validate', 'bad']);
  });
});

describe('settings', () => {
  const chosen: Settings = {
    ...usualSettings(4), maps: ['grotto'], ruleset: 'official', ranking: { kind: 'ladder', hourly: 6 }, disclosure: { delayed: 20 },
    house: [{ name: 'random', top: 1 }, { name: 'jaguar', top: 0.25 }], validation: 'random', keep: { logs_days: 30 },
  };

  test('a form gives back what it was given', () => {
    expect(fromForm(toForm(chosen), ['random', 'jaguar'])).toEqual(chosen);
    const graded = { ...chosen, class: { phases: [1, 2], marks: [{ house: 'jaguar', share: 0.55, confidence: 0.95, matches: 200 }] } };
    expect(fromForm(toForm(graded), ['random', 'jaguar'])).toEqual(graded);
    expect(fromForm(toForm(usualSettings(2)), ['random'])).toEqual(usualSettings(2));
  });

  test('what the server says is nothing is nothing', () => {
    const form = toForm({ ...usualSettings(2), ruleset: null, validation: null, keep: { logs_days: null } } as unknown as Settings);
    expect([form.ruleset, form.validation]).toEqual(['', '']);
    expect(fromForm(form, []).keep).toEqual({});
  });

  test('rungs go from the weakest up, whatever was ticked first', () => {
    const form = { ...toForm(usualSettings(2)), house: ['jaguar', 'random'], tops: { jaguar: 30 } };
    expect(fromForm(form, ['random', 'jaguar']).house).toEqual([{ name: 'random', top: 1 }, { name: 'jaguar', top: 0.3 }]);
  });
});

test('a rejudged set shows first what came out differently', () => {
  const line = (old: string, state: string, new_ranks: number[] | null): RejudgeLine => ({ old, old_ranks: [1, 2], old_scores: [5, 3], new: '', state, new_ranks, new_scores: new_ranks && [5, 3] });
  const set = compare([line('a', 'over', [1, 2]), line('b', 'queued', null), line('c', 'over', [2, 1]), line('d', 'void', null)]);
  expect(set.lines.map(({ line: { old }, change }) => `${old} ${change}`)).toEqual(['c other', 'b null', 'd null', 'a same']);
  expect([set.done, set.other]).toEqual([3, 1]);
});
