import type { IncomingMessage, ServerResponse } from 'node:http';

import type {
  Announcement, AuditLine, ContestHistory, ContestPage, Elsewhere, JobCard, LeagueMatch, MatchSeat, Me, RejudgePage, Settings, StandingRow, TeamCard, TeamHistory, TeamPage,
  TokenCard, UserCard, VersionCard, WorkerTokenCard,
} from '../src/api/league';

import { FinalMock } from './final';

/**
 * A stand-in for the contest layer, as small as the pages allow: one contest of jungle with some teams, a build whose log grows by a
 * piece each time somebody looks, a casual match that is queued, played and over after a few looks. Who asks is the cookie's value.
 */
const NOW = Date.UTC(2026, 10, 16, 12);
const MINUTE = 60_000;

const SETTINGS: Settings = {
  maps: ['grotto'], season: '', players: 4, time: { rate: 1, count: 'wall', bank_ms: 0, freeze: false }, ranking: { kind: 'groups', every_minutes: 30 },
  casual: { at_once: 3, hourly: 60 }, submissions: { megabytes: 1, hourly: 20, build_minutes: 10, wire: true, activate: true },
  disclosure: 'public', house: [{ name: 'random', top: 1 }, { name: 'greedy', top: 0.5 }], team_size: 4, keep: {},
};

const NAMES = ['Sea Otters', 'تیم پلنگ', 'Les Lucioles', 'Byte Club', 'Null Island', 'Segfaults', 'Grotto Rats', 'Lone Wolf'];

const LOOKS = Array.from({ length: 12 }, (_, look) => ({ matches: look + 1, time: NOW - (120 - look * 10) * MINUTE }));
const rated = (rating: number) => ({ rating, low: rating - 90, high: rating + 90 });
/** From the average to where it stands now. */
const line = (rating: number) => LOOKS.map((_, look) => (look === 0 ? null : rated((rating * look) / (LOOKS.length - 1))));

const LOG = [
  'recognised: Python with requirements\n',
  'step 1: install what requirements.txt asks for\n  numpy 2.1.0 from the organiser’s shelf\n',
  'step 2: check that the bot starts\n  it does\nbuilt in 3.2 s\n',
];

interface User {
  me: Me;
  password: string;
}

type Answer = { status?: number; json?: unknown; text?: string; type?: string; cookie?: string; hall?: string };

const missing: Answer = { status: 404, json: { code: 'missing', error: 'there is nothing here' } };
const signIn: Answer = { status: 401, json: { code: 'sign-in', error: 'sign in first' } };

export class LeagueMock {
  readonly users = new Map<string, User>();
  readonly teams: TeamCard[] = NAMES.map((name, n) => ({
    id: `team${n + 1}`, name, contest: 'grotto-cup', house: null, standing: n === 7 ? 'disqualified' : 'in',
    reason: n === 7 ? 'two accounts sent the same bot' : null, version: n < 6 ? n + 1 : null, created: NOW - (9 - n) * 86_400_000,
  }));
  readonly members = new Map<string, TeamPage['members']>([['team1', [{ user: 'mina', name: 'mina', rank: 'captain' }, { user: 'farid', name: 'farid', rank: 'member' }]]]);
  readonly versions: VersionCard[] = [
    this.version(2, 'failed', { error: 'a dependency is missing (`torch`), and a build has no network: it gets what lies in the archive and what the organiser provides', build_ms: 800 }),
    this.version(1, 'ready', { active: true, validation: 'm1', build_ms: 3200, note: 'the starter kit as it is' }),
  ];
  readonly matches: LeagueMatch[] = Array.from({ length: 12 }, (_, n) => this.match(n + 1)).reverse();
  readonly announcements: Announcement[] = [{ id: 'a1', text: 'Round 4 begins at **noon**. Read `meydan.toml` again.', by: 'omid', created: NOW - 40 * MINUTE }];
  readonly audit: AuditLine[] = [
    { id: 3, at: NOW - 5 * MINUTE, who: 'omid', what: 'team disqualified', subject: 'team8', detail: { reason: 'two accounts sent the same bot' } },
    { id: 2, at: NOW - 9 * MINUTE, who: null, what: 'round begun', subject: 'round 3', detail: null },
    { id: 1, at: NOW - 12 * MINUTE, who: null, what: 'version built', subject: 'v2', detail: { built: false, error: 'it ended with exit code 127; the end of its log says why' } },
  ];
  readonly jobs: JobCard[] = [
    { id: 'job1', kind: 'match', subject: 'm12', state: 'queued', priority: 0, attempt: 0, created: NOW - MINUTE, worker: null, error: null },
    { id: 'job2', kind: 'build', subject: 'v9', state: 'dead', priority: 10, attempt: 3, created: NOW - 30 * MINUTE, worker: null, error: 'the walls for the program cannot be built: no cgroup' },
  ];
  readonly tokens: TokenCard[] = [];
  readonly forWorkers: WorkerTokenCard[] = [];
  readonly final = new FinalMock();
  rejudge: RejudgePage | null = null;
  state = 'open';
  held = false;
  settings = SETTINGS;
  title = 'Grotto Cup';
  paused = false;
  /** Where else one can sign in; whoever goes there comes straight back. */
  elsewhere: Elsewhere | null = null;
  /** What was sent, for tests to look at. */
  readonly sent: { path: string; body: unknown }[] = [];
  private looks = 0;

  constructor(private readonly reel: (name: string) => string[]) {
    this.add('mina', 'contestant', ['team1']);
    this.add('omid', 'admin', []);
  }

  async answer(request: IncomingMessage, response: ServerResponse, url: URL, body: Buffer): Promise<void> {
    const path = url.pathname.replace('/api/v1/', '');
    const who = this.users.get(decodeURIComponent(/session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''));
    const said: unknown = String(request.headers['content-type']).includes('json') && body.length > 0 ? JSON.parse(body.toString()) : body;
    if (request.method !== 'GET') this.sent.push({ path: `${request.method} ${path}${url.search}`, body: said });
    const hall = /hall=/.test(request.headers.cookie ?? '') || who?.me.role === 'admin';
    const final = path.startsWith('contests/grotto-cup/final') || path === 'hall' || /^matches\/f\d/.test(path);
    const { status = 200, json, text, type, cookie, hall: key } = final ? this.finalCall(request.method ?? 'GET', path, said as Record<string, never>, who, hall) : this.route(request.method ?? 'GET', path, url.searchParams, said as Record<string, never>, who);
    response.writeHead(json === undefined && text === undefined && status === 200 ? 204 : status, {
      'content-type': type ?? (json === undefined ? 'text/plain; charset=utf-8' : 'application/json'),
      ...(key === undefined ? {} : { 'set-cookie': `hall=${key}; Path=/; HttpOnly; SameSite=Lax` }),
      ...(cookie === undefined ? {} : { 'set-cookie': `session=${encodeURIComponent(cookie)}; Path=/; HttpOnly; SameSite=Lax` }),
    });
    response.end(json === undefined ? (text ?? '') : JSON.stringify(json));
  }

  private route(method: string, path: string, query: URLSearchParams, body: Record<string, never>, who: User | undefined): Answer {
    const [first, second, third, fourth] = path.split('/');
    const call = `${method} ${first}`;
    if (call === 'POST signup') return this.signUp(body);
    if (call === 'POST signin') {
      const user = this.users.get(body['name'] ?? '');
      if (user?.password !== body['password']) return { status: 401, json: { code: 'sign-in', error: 'the name or the password is wrong' } };
      return { json: user?.me, cookie: user?.me.name ?? '' };
    }
    if (call === 'POST signout') return { cookie: '' };
    if (call === 'GET oidc') return { json: this.elsewhere };
    if (call === 'POST oidc') return { json: { address: '/signin?elsewhere=done' }, cookie: 'mina' };
    if (call === 'POST reset') return body['code'] === 'abc' ? {} : { status: 403, json: { code: 'forbidden', error: 'this link was used or is too old; ask for another' } };
    // A visitor is nobody; that is not an error.
    if (call === 'GET me' && second === undefined && who === undefined) return {};
    if (first === 'me') return who === undefined ? signIn : this.account(method, second, third, body, who);
    if (first === 'contests') return this.contests(method, path, query, body, who);
    if (first === 'teams') return this.team(method, path, query, body, who);
    if (first === 'versions') return who === undefined ? signIn : this.versionCall(method, second ?? '', third, query);
    if (first === 'matches') return this.matchCall(method, second ?? '', third, fourth, body, who);
    if (who === undefined) return signIn;
    if (who.me.role === 'contestant') return { status: 403, json: { code: 'forbidden', error: 'only an admin may do that' } };
    if (first === 'users') return this.userCall(method, second, third);
    if (first === 'desk') return this.desk(method, second ?? '', third, fourth, body);
    if (first === 'rejudges' && this.rejudge !== null) {
      if (third !== undefined) this.rejudge = { ...this.rejudge, state: third === 'apply' ? 'applied' : 'dropped' };
      return { json: this.rejudge };
    }
    return missing;
  }

  private finalCall(method: string, path: string, body: Record<string, never>, who: User | undefined, hall: boolean): Answer {
    const organiser = who?.me.role === 'admin';
    if (path === 'hall') {
      if (String(body['code']).replace('-', '') !== this.final.code) return { status: 404, json: { code: 'missing', error: 'this code is not known here, or not any more; ask for a new one' } };
      return { json: { contest: 'grotto-cup', title: this.title }, hall: 'key' };
    }
    if (path.startsWith('matches/')) {
      const [, id = '', what] = path.split('/');
      if (!hall && !this.final.shown.has(id)) return missing;
      return what === 'reel' ? { text: `${this.reel('jungle-grotto').join('\n')}\n`, type: 'application/x-ndjson' } : missing;
    }
    const part = path.split('/').slice(3).join('/');
    if (part === '' && method === 'POST') {
      this.final.opened = body;
      return { status: 201, json: this.final.page(true, true) };
    }
    if (part === '' && this.final.opened === null) return { json: null };
    if (this.final.opened === null) return { status: 404, json: { code: 'missing', error: 'this contest has no final' } };
    if (part === '') return { json: this.final.page(hall, organiser) };
    if (part === 'show' && method === 'GET') return { json: this.final.card(hall) };
    if (!hall) return signIn;
    if (part === 'backstage') return { json: this.final.backstage(organiser) };
    if (part === 'code') return method === 'POST' ? { json: { code: this.final.code, expires: NOW + 720 * MINUTE } } : {};
    return { json: this.final.cue(body as never) };
  }

  private signUp(body: Record<string, string>): Answer {
    const name = body['name'] ?? '';
    if (this.users.has(name)) return { status: 409, json: { code: 'conflict', error: 'this name is taken; choose another' } };
    const user = this.add(name, 'contestant', [], body['password'] ?? '');
    return { status: 201, json: user.me, cookie: name };
  }

  private account(method: string, what: string | undefined, id: string | undefined, body: Record<string, never>, who: User): Answer {
    if (what === undefined) {
      if (method === 'PATCH') Object.assign(who.me, body);
      return method === 'DELETE' ? { cookie: '' } : { json: who.me };
    }
    if (what === 'identity') {
      who.me.linked = method === 'POST';
      return who.me.linked ? { json: { address: '/account?elsewhere=done' } } : {};
    }
    if (what === 'sessions') {
      const other = { created: NOW - 99 * MINUTE, seen: NOW - 60 * MINUTE, agent: 'Firefox on Linux', current: false };
      return method === 'DELETE' ? {} : { json: [{ created: NOW - 10 * MINUTE, seen: NOW, agent: 'Chromium on Linux', current: true }, other] };
    }
    if (what === 'tokens' && method === 'POST') {
      const token: TokenCard = { id: 'tok1', label: body['label'] ?? '', scopes: body['scopes'] ?? [], created: NOW, used: null, expires: null };
      this.tokens.push(token);
      return { json: { token, secret: 'mdn_7kq2w9xh4c5r8t3v' } };
    }
    if (what === 'tokens' && id !== undefined) {
      this.tokens.splice(0);
      return {};
    }
    return what === 'tokens' ? { json: this.tokens } : {};
  }

  private contests(method: string, path: string, query: URLSearchParams, body: Record<string, never>, who: User | undefined): Answer {
    const [, slug, what, which] = path.split('/');
    const page = this.page(who);
    const draft = { ...page.contest, slug: 'spring', title: 'Spring Draft', state: 'draft', teams: 0, matches: 0, invited: true, game: 'heroes', demo: false };
    if (slug === undefined) return method === 'POST' ? { status: 201, json: page } : { json: who?.me.role === 'admin' ? [page.contest, draft] : [page.contest] };
    if (slug !== 'grotto-cup') return missing;
    if (what === undefined) {
      if (method === 'PATCH') [this.title, this.settings] = [body['title'] ?? this.title, body['settings'] ?? this.settings];
      return { json: this.page(who) };
    }
    switch (what) {
      case 'state':
        this.state = body['to'] ?? '';
        return { json: this.page(who) };
      case 'hold':
        this.held = body['paused'] ?? false;
        return { json: this.page(who) };
      case 'keep':
        return { json: { records: 12, logs: 1, builds: 0 } };
      case 'standing':
        return { json: { kind: 'groups', rows: this.standing(), matches: 11, upto: 11, method: 'Teams in groups by ranking; the winner of a group moves up, the loser down. Ratings are fitted to all results, with 95 % intervals.' } };
      case 'rounds': {
        const round = { number: 3, state: 'over', due: NOW - 30 * MINUTE, ended: NOW - 20 * MINUTE, matches: 2, over: 2 };
        if (which === undefined) return { json: [{ ...round, number: 4, state: 'planned', due: NOW + 12 * MINUTE, ended: null, over: 0 }, round] };
        const group = (number: number, from: number, up: string[], down: string[]) => {
          const teams = this.teams.slice(from, from + 4);
          return { number, teams: teams.map(({ id }) => id), names: teams.map(({ name }) => name), game: `m${number + 8}`, up, down };
        };
        return { json: { round, groups: [group(1, 0, [], ['team4']), group(2, 4, ['team5'], [])], boards: [] } };
      }
      case 'matches':
        return { json: this.list(query) };
      case 'history':
        return { json: { looks: LOOKS, teams: this.teams.slice(0, 4).map(({ id, name, house }, place) => ({ team: id, name, house, points: line(180 - place * 120), against: [0, 1, 2, 3].map((other) => (other === place ? { won: 0, drawn: 0, lost: 0 } : { won: other > place ? 5 : 1, drawn: 1, lost: other > place ? 1 : 5 })) })) } satisfies ContestHistory };
      case 'statistics':
        return {
          json: {
            teams: 8, versions: 17, matches: 11, queued: 1, void: 1,
            maps: [{ map: 'grotto', matches: 9, drawn: 1, windows: 30.4 }, { map: 'canopy', matches: 2, drawn: 0, windows: 44 }],
            seats: [0, 1, 2, 3].map((side) => ({ side, matches: 11, won: 3 - (side % 3), share: 0.34 - side * 0.06, low: 0.15 - side * 0.03, high: 0.6 - side * 0.05 })),
            languages: [['python', 9], ['rust', 5], ['java', 3]],
          },
        };
      case 'announcements':
        if (method === 'POST') this.announcements.unshift({ id: `a${this.announcements.length + 1}`, text: body['text'] ?? '', by: who?.me.name ?? '', created: NOW });
        return { json: this.announcements };
      case 'rejudges':
        if (method === 'GET') return { json: this.rejudge === null ? [] : [this.rejudge] };
        this.rejudge = {
          id: 'rj1', contest: 'grotto-cup', state: 'open', reason: body['reason'] ?? '',
          lines: [{ old: 'm9', old_ranks: [1, 2, 3, 4], old_scores: [], new: 'm21', state: 'over', new_ranks: [1, 2, 3, 4], new_scores: [] }, { old: 'm10', old_ranks: [2, 1, 3, 4], old_scores: [], new: 'm22', state: 'over', new_ranks: [1, 2, 3, 4], new_scores: [] }],
        };
        return { status: 201, json: this.rejudge };
      case 'teams':
        if (method !== 'POST') return { json: this.teams };
        return this.join(which === 'join' ? 'Sea Otters' : (body['name'] ?? ''), who);
    }
    return what.startsWith('export.') ? { text: 'match,team\n' } : missing;
  }

  private join(name: string, who: User | undefined): Answer {
    if (who === undefined) return signIn;
    let team = this.teams.find((other) => other.name === name);
    if (team === undefined) {
      team = { id: `team${this.teams.length + 1}`, name, contest: 'grotto-cup', house: null, standing: 'in', reason: null, version: null, created: NOW };
      this.teams.push(team);
      this.versions.splice(0);
    }
    this.members.set(team.id, [...(this.members.get(team.id) ?? []), { user: who.me.id, name: who.me.name, rank: 'captain' }]);
    who.me.teams.push({ contest: 'grotto-cup', title: this.title, team: team.id, name, rank: 'captain' });
    return { status: 201, json: { team, own: true, captain: true, members: this.members.get(team.id) } };
  }

  private team(method: string, path: string, query: URLSearchParams, body: Record<string, never>, who: User | undefined): Answer {
    const [, id = '', what, other] = path.split('/');
    const team = this.teams.find((card) => card.id === id);
    if (team === undefined) return missing;
    const own = who?.me.teams.some((member) => member.team === id) ?? false;
    switch (what) {
      case undefined:
        if (method === 'PATCH') team.name = body['name'] ?? team.name;
        return { json: { team, own, captain: own, members: this.members.get(id) ?? [], marks: [] } satisfies TeamPage };
      case 'history': {
        const used = own ? { time_ms: 2140, slowest_ms: 2900, memory: 48 << 20, faults: 0 } : null;
        const versions = [
          { number: 1, created: NOW - 90 * MINUTE, matches: 12, rated: rated(-40), gain: null, used },
          { number: 2, created: NOW - 40 * MINUTE, matches: 9, rated: rated(160), gain: { rating: 200, low: 60, high: 340 }, used },
        ];
        const rivals = this.teams.filter((card) => card.id !== id).slice(0, 3).map((card, place) => ({ team: card.id, name: card.name, house: card.house, duels: { won: 4 - place, drawn: 1, lost: place } }));
        // Whoever has just come has no past.
        const played = Number(id.slice(4)) <= NAMES.length;
        return { json: { looks: played ? LOOKS : [], points: played ? line(180) : [], versions: played ? versions : [], rivals: played ? rivals : [], badges: played ? ['faultless', 'better'] : [] } satisfies TeamHistory };
      }
      case 'versus':
        return { json: { matches: 6, won: 3, drawn: 1, lost: 2 } };
      case 'code':
        return { json: { code: 'otter-9f2k-7w3m' } };
      case 'versions':
        if (!own) return missing;
        if (method === 'POST') {
          this.looks = 0;
          this.versions.unshift(this.version(this.versions.length + 1, 'received', { note: query.get('note') ?? '', team: id, size: (body as unknown as Buffer).length }));
          return { status: 201, json: this.versions[0] };
        }
        return { json: { versions: this.versions, largest: this.settings.submissions.megabytes << 20 } };
      case 'opponents':
        return {
          json: [
            ...this.teams.filter((card) => card.id !== id && card.standing === 'in').slice(0, 4).map((card, n) => ({ opponent: { team: card.id }, name: card.name, rank: n + 2, expected: 0.62 - n * 0.12, closed: null })),
            { opponent: { house: 'random' }, name: 'random', rank: null, expected: 0.93, closed: null },
            { opponent: { house: 'greedy' }, name: 'greedy', rank: null, expected: 0.4, closed: 0.5 },
          ],
        };
      case 'casual': {
        this.looks = 0;
        const match = { ...this.match(this.matches.length + 1), kind: 'casual', round: null, state: 'queued', started: null, ended: null };
        this.matches.unshift(match);
        return { status: 201, json: match };
      }
      case 'disqualify':
      case 'reinstate':
        Object.assign(team, what === 'disqualify' ? { standing: 'disqualified', reason: body['reason'] } : { standing: 'in', reason: null });
        return {};
    }
    if (what === 'members') this.members.set(id, (this.members.get(id) ?? []).filter(({ user }) => user !== other));
    return {};
  }

  /** Every look at a version that is on its way takes it a step further. */
  private versionCall(method: string, id: string, what: string | undefined, query: URLSearchParams): Answer {
    const version = this.versions.find((card) => card.id === id);
    if (version === undefined) return missing;
    if (what === 'log') {
      const whole = version.state === 'failed' ? 'recognised: Python with requirements\nerror: no `torch` on the shelf\n' : LOG.slice(0, version.state === 'ready' ? LOG.length : this.looks).join('');
      return { json: { text: whole.slice(Number(query.get('from') ?? 0)), next: whole.length, open: ['received', 'building'].includes(version.state) } };
    }
    if (what === 'source') return { text: 'PK' };
    if (what === 'activate' && method === 'POST') {
      for (const card of this.versions) card.active = card.id === id;
      return {};
    }
    const way = ['received', 'building', 'building', 'validating', 'ready'];
    if (way.includes(version.state) && version.state !== 'ready') {
      this.looks += 1;
      version.state = way[Math.min(this.looks, way.length - 1)] ?? 'ready';
      if (version.state === 'ready') Object.assign(version, { active: true, build_ms: 3200, validation: 'm2' });
    }
    return { json: version };
  }

  private matchCall(method: string, id: string, what: string | undefined, seat: string | undefined, body: Record<string, never>, who: User | undefined): Answer {
    const match = this.matches.find((card) => card.id === id);
    if (match === undefined) return missing;
    const seats = match.seats.map((info): MatchSeat => {
      const own = who?.me.teams.some(({ team }) => team === info.team) ?? false;
      return { ...info, own, log: own };
    });
    switch (what) {
      case undefined:
        if (match.state === 'queued' && match.kind === 'casual') {
          this.looks += 1;
          if (this.looks > 1) Object.assign(match, { state: 'over', started: NOW, ended: NOW + 4200, checked: 'same' });
        }
        return { json: { ...match, seats } };
      case 'reel':
        return { text: `${this.reel('jungle-grotto').join('\n')}\n`, type: 'application/x-ndjson' };
      case 'seats':
        return { text: `{"window":1,"stderr":"14 tiles in sight\\n"}\n{"window":2,"note":"going for the diamond from seat ${seat}"}\n`, type: 'application/x-ndjson' };
      case 'tags':
        match.tags = body['tags'] ?? [];
        return {};
      case 'annul':
        Object.assign(match, { state: 'annulled', reason: body['reason'] });
        return {};
    }
    return { text: method };
  }

  private userCall(method: string, id: string | undefined, what: string | undefined): Answer {
    const cards = [...this.users.values()].map(({ me }): UserCard => ({ id: me.id, name: me.name, email: me.email, role: me.role, disabled: false, created: NOW }));
    if (what === 'reset') return { json: { code: 'abc', expires: NOW + 1440 * MINUTE } };
    return id === undefined ? { json: cards } : { json: cards.find((card) => card.id === id), status: method === 'PATCH' ? 200 : 404 };
  }

  private desk(method: string, what: string, id: string | undefined, act: string | undefined, body: Record<string, never>): Answer {
    const job = this.jobs.find((card) => card.id === id);
    if (job !== undefined && act === 'retry') job.state = 'queued';
    if (job !== undefined && act === 'priority') job.priority = body['priority'] ?? 0;
    if (what === 'pause') this.paused = body['paused'] ?? false;
    if (what === 'audit') return { json: { lines: this.audit, next: null } };
    if (what === 'worker-tokens') return this.workerTokens(method, id, body);
    if (method === 'POST') return {};
    const lines = ['build', 'match', 'verify'].map((kind) => ({ kind, state: 'done', count: 40 }));
    const waiting = this.jobs.map(({ kind, state }) => ({ kind, state, count: 1 }));
    const key = '5f'.repeat(32);
    const facts = { labels: ['walls', 'builds python', 'builds rust'], seen: NOW - 2000, done: 40, failed: 0, trouble: null };
    const workers = [
      { ...facts, id: 'w1', name: 'this machine', token: null, key, cores: 4, hands: 2, doing: 1, state: 'ready' },
      { ...facts, id: 'w2', name: 'hall 3', token: 'hall', key, cores: 16, hands: 8, doing: 0, state: 'disabled', failed: 3, trouble: 'nothing can be written here: No space left on device (os error 28)' },
    ];
    return { json: { paused: this.paused, queue: [...lines, ...waiting], jobs: this.jobs, workers, walls: null } };
  }

  private workerTokens(method: string, id: string | undefined, body: Record<string, never>): Answer {
    if (method === 'POST') {
      const token = { id: 'wt1', label: body['label'] ?? '', created: NOW, used: null, workers: 0 };
      this.forWorkers.push(token);
      return { json: { token, secret: 'mw_secret' } };
    }
    if (method === 'DELETE' && id !== undefined) this.forWorkers.splice(0);
    return { json: this.forWorkers };
  }

  private list(query: URLSearchParams) {
    const has = (match: LeagueMatch, team: string | null) => team === null || match.seats.some((seat) => seat.team === team);
    const fits = this.matches.filter((match) =>
      has(match, query.get('team')) && has(match, query.get('against')) &&
      (['kind', 'state', 'map'] as const).every((name) => query.get(name) === null || match[name] === query.get(name)) &&
      (query.get('text') === null || match.seats.some(({ name }) => name.toLowerCase().includes(query.get('text')?.toLowerCase() ?? ''))));
    const rest = fits.filter(({ seq }) => seq < Number(query.get('before') ?? Number.MAX_SAFE_INTEGER));
    const matches = rest.slice(0, Math.min(Number(query.get('limit') ?? 8), 8));
    return { matches, next: rest.length > matches.length ? (matches.at(-1)?.seq ?? null) : null };
  }

  private page(who: User | undefined): ContestPage {
    return {
      contest: {
        slug: 'grotto-cup', title: this.title, game: 'jungle', state: this.state, invited: false, demo: true, teams: this.teams.length, matches: 11,
        opens: NOW - 9 * 86_400_000, freezes: NOW + 6 * 86_400_000, closes: NOW + 7 * 86_400_000,
      },
      about: '## Welcome to the grotto\n\nFour bots, one cave, **thirty ticks**. Start with a kit, send it in, watch it play.\n\n- Only your team sees your source and your logs.\n- Casual matches never change the standing.\n\nQuestions: [the forum](https://example.org/forum).',
      settings: this.settings, maps: ['grotto', 'canopy'], ruleset: 'document', team: who?.me.teams[0]?.team ?? null, organiser: who?.me.role === 'admin',
      held: this.held, languages: ['cpp', 'java', 'python'], next_round: NOW + 12 * MINUTE, announcements: this.announcements,
    };
  }

  private standing(): StandingRow[] {
    const row = (team: TeamCard, n: number): StandingRow => ({
      rank: n + 1, team: team.id, name: team.name, house: team.house, group: n < 4 ? 1 : 2, rating: 1640 - n * 41, low: 1590 - n * 44, high: 1690 - n * 36,
      matches: 11, won: 8 - n, drawn: 1, lost: 2 + n, version: team.version, moved: [0, 2, -1, -1, 0, 1, -1, 0][n] ?? 0, standing: team.standing,
    });
    return this.teams.slice(0, 8).map(row);
  }

  private match(n: number): LeagueMatch {
    const state = n === 12 ? 'queued' : n === 3 ? 'void' : 'over';
    const over = state === 'over';
    const ranks = [2, 4, 3, 1];
    const seats = [0, 1, 2, 3].map((seat): MatchSeat => {
      const place = seat === 0 ? 0 : 1 + ((n + seat) % 6);
      return {
        seat, side: seat, team: `team${place + 1}`, name: NAMES[place] ?? '', house: null, person: false, version: 1 + (n % 3), rank: over ? (ranks[seat] ?? 1) : null,
        score: over ? ([68, 3, 4, 79][seat] ?? 0) : null, faults: over ? (seat === 2 ? 2 : 0) : null, time_ms: over ? 320 + seat : null, own: false, log: false,
      };
    });
    return {
      id: `m${n}`, seq: n, contest: 'grotto-cup', kind: n === 1 ? 'validation' : 'ranked', round: n === 1 ? null : 1 + Math.floor(n / 4), state,
      reason: state === 'void' ? 'the worker went away three times' : null, game: 'jungle', ruleset: 'document', map: n % 5 === 4 ? 'canopy' : 'grotto', seed: over ? '12' : null, seats,
      created: NOW - (13 - n) * 10 * MINUTE, started: over ? NOW - (13 - n) * 9 * MINUTE : null, ended: over ? NOW - (13 - n) * 9 * MINUTE + 4200 : null, windows: over ? 30 : null,
      checked: over ? 'same' : 'pending', open: true, tags: n === 11 ? ['close'] : [], attempt: 1, sits: [],
    };
  }

  private version(number: number, state: string, more: Partial<VersionCard>): VersionCard {
    return {
      id: `v${number}`, team: 'team1', number, state, active: false, by: 'mina', created: NOW - (10 - number) * 60 * MINUTE, note: '', size: 48_230, language: 'python',
      wire: false, error: null, build_ms: null, validation: null, phases: [], ...more,
    };
  }

  private add(name: string, role: string, teams: string[], password = 'correct horse'): User {
    const memberships = teams.map((team) => ({ contest: 'grotto-cup', title: 'Grotto Cup', team, name: 'Sea Otters', rank: 'captain' }));
    const user = { me: { id: name, name, email: null, role, lang: null, has_password: true, linked: false, teams: memberships, runs: [] }, password };
    this.users.set(name, user);
    return user;
  }
}
