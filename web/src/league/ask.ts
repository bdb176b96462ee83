import { ask, playSocket, Refusal, refuse, stream, type Place, type Source } from '../api';
import type {
  AccountMade, AlikePage, ClassJoined, ClassKey, ClassTable, JoinClass,
  AccountChange, AuditPage, CasualWish, ContestCard, ContestChange, ContestPage, Departure, DeskPage, Elsewhere, Keep, LeagueMatch, LeagueMatchList,
  Backstage, Cue, FinalPage, HallCodeMade, HallEntered, LogPiece, MatchQuery, NewFinal, ShowCard, Me, NewContest, NewPassword, NewToken, OpponentCard, Outlived, RejudgePage, RejudgeWish, ResetLink, RoundCard, RoundPage,
  SeasonPage, SessionCard, SignIn, SignUp, StandingTable, Statistics, TeamCard, TeamCode, TeamPage, TokenCard, TokenMade, UserCard, UserChange,
  ContestHistory, TeamHistory, VersionCard, VersionList, Versus, WallPage, WorkerTokenCard, WorkerTokenMade,
} from '../api/league';
import { frozen } from '../frozen/frozen';
import type { Seat, Side } from '../reel/types';
import { router } from '../route.svelte';
import { signInAddress } from './back';
import { dressed, readWords } from './reel';
import { self } from './self.svelte';

/** An address of the contest layer; what is between the texts is one part of a path each. */
function v1(texts: TemplateStringsArray, ...parts: (string | number)[]): string {
  return `/api/v1/${String.raw({ raw: texts }, ...parts.map((part) => encodeURIComponent(part)))}`;
}

/** Without a session there is a door, and it leads back here. */
async function atDoor<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'sign-in' && router.route.page !== 'signin') {
      self.leave();
      router.go(signInAddress(), true);
    }
    throw error;
  }
}

const get = <T>(path: string): Promise<T> => atDoor(ask<T>(path));

/** Many answers have nothing to say but that it was done. */
async function told<T>(path: string, method: string, body?: unknown): Promise<T> {
  const init = body === undefined ? { method } : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, init);
  if (!response.ok) return refuse(response);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

const send = <T = void>(method: string, path: string, body?: unknown): Promise<T> => atDoor(told<T>(path, method, body));

/** A query of what is filled in. */
export function queryOf(values: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  return query.size === 0 ? '' : `?${query}`;
}

export const league = {
  // A wrong password is answered here, not at the door.
  signUp: (body: SignUp) => told<Me>(v1`signup`, 'POST', body),
  signIn: (body: SignIn) => told<Me>(v1`signin`, 'POST', body),
  signOut: () => told<void>(v1`signout`, 'POST'),
  elsewhere: () => ask<Elsewhere | null>(v1`oidc`),
  signInElsewhere: () => told<Departure>(v1`oidc`, 'POST'),
  reset: (code: string, password: string) => told<void>(v1`reset`, 'POST', { code, password }),

  joinClass: (body: JoinClass) => told<ClassJoined>(v1`class`, 'POST', body),
  classTable: (slug: string) => get<ClassTable>(v1`contests/${slug}/class`),
  classAlike: (slug: string) => get<AlikePage>(v1`contests/${slug}/class/alike`),
  classCsv: (slug: string) => v1`contests/${slug}/class.csv`,
  classKey: (slug: string, user: string) => send<ClassKey>('POST', v1`contests/${slug}/class/${user}/key`),
  leaveClass: (slug: string, user: string) => send('DELETE', v1`contests/${slug}/class/${user}`),
  deleteClass: (slug: string) => send('DELETE', v1`contests/${slug}`),
  endClass: (slug: string) => send('DELETE', v1`contests/${slug}/class`),

  changeMe: (body: AccountChange) => send<Me>('PATCH', v1`me`, body),
  changePassword: (body: NewPassword) => send('POST', v1`me/password`, body),
  deleteMe: (password: string) => send('DELETE', v1`me`, { password }),
  exportAddress: v1`me/export`,
  linkElsewhere: () => send<Departure>('POST', v1`me/identity`),
  unlink: () => send('DELETE', v1`me/identity`),
  tokens: () => get<TokenCard[]>(v1`me/tokens`),
  makeToken: (body: NewToken) => send<TokenMade>('POST', v1`me/tokens`, body),
  revokeToken: (id: string) => send('DELETE', v1`me/tokens/${id}`),
  sessions: () => get<SessionCard[]>(v1`me/sessions`),
  endSessions: () => send('DELETE', v1`me/sessions`),

  users: (text: string) => get<UserCard[]>(v1`users` + queryOf({ text })),
  makeUser: (name: string) => send<AccountMade>('POST', v1`users`, { name }),
  changeUser: (id: string, body: UserChange) => send('PATCH', v1`users/${id}`, body),
  resetUser: (id: string) => send<ResetLink>('POST', v1`users/${id}/reset`),

  contests: () => get<ContestCard[]>(v1`contests`),
  /** What is left out is as the game has it. */
  makeContest: (body: Omit<NewContest, 'settings'>) => send('POST', v1`contests`, body),
  contest: (slug: string) => get<ContestPage>(v1`contests/${slug}`),
  changeContest: (slug: string, body: ContestChange) => send('PATCH', v1`contests/${slug}`, body),
  outlived: (slug: string, keep: Keep) => send<Outlived>('POST', v1`contests/${slug}/keep`, keep),
  turnContest: (slug: string, to: string) => send('POST', v1`contests/${slug}/state`, { to }),
  standing: (slug: string) => get<StandingTable>(v1`contests/${slug}/standing`),
  rounds: (slug: string) => get<RoundCard[]>(v1`contests/${slug}/rounds`),
  round: (slug: string, number: number) => get<RoundPage>(v1`contests/${slug}/rounds/${number}`),
  matches: (slug: string, query: MatchQuery) => get<LeagueMatchList>(v1`contests/${slug}/matches` + queryOf(query)),
  season: (name: string) => get<SeasonPage>(v1`seasons/${name}`),
  seasonCsv: (name: string) => v1`seasons/${name}/table.csv`,
  wall: (slug: string, seen: string) => get<WallPage>(v1`contests/${slug}/wall` + queryOf({ seen })),
  contestHistory: (slug: string) => get<ContestHistory>(v1`contests/${slug}/history`),
  historyAddress: (slug: string) => v1`contests/${slug}/history.csv`,
  duelsCsv: (slug: string) => v1`contests/${slug}/duels.csv`,
  statisticsCsv: (slug: string) => v1`contests/${slug}/statistics.csv`,
  teamHistoryCsv: (id: string) => v1`teams/${id}/history.csv`,
  seasonStatisticsCsv: (name: string) => v1`seasons/${name}/statistics.csv`,
  teamHistory: (id: string) => get<TeamHistory>(v1`teams/${id}/history`),
  statistics: (slug: string) => get<Statistics>(v1`contests/${slug}/statistics`),
  teams: (slug: string) => get<TeamCard[]>(v1`contests/${slug}/teams`),
  announce: (slug: string, text: string) => send('POST', v1`contests/${slug}/announcements`, { text }),
  unannounce: (slug: string, id: string) => send('DELETE', v1`contests/${slug}/announcements/${id}`),
  exportContest: (slug: string, as: 'csv' | 'json' | 'tar') => `${v1`contests/${slug}`}/export.${as}`,

  makeTeam: (slug: string, name: string, code: string) => send('POST', v1`contests/${slug}/teams`, { name, ...(code === '' ? {} : { code }) }),
  joinTeam: (slug: string, code: string) => send('POST', v1`contests/${slug}/teams/join`, { code }),
  team: (id: string) => get<TeamPage>(v1`teams/${id}`),
  renameTeam: (id: string, name: string) => send('PATCH', v1`teams/${id}`, { name }),
  teamCode: (id: string) => send<TeamCode>('POST', v1`teams/${id}/code`),
  leaveTeam: (id: string) => send('POST', v1`teams/${id}/leave`),
  removeMember: (id: string, user: string) => send('DELETE', v1`teams/${id}/members/${user}`),
  versus: (id: string, other: string) => get<Versus>(v1`teams/${id}/versus/${other}`),

  versions: (team: string) => get<VersionList>(v1`teams/${team}/versions`),
  versionsAddress: (team: string, note: string) => v1`teams/${team}/versions` + queryOf({ note }),
  version: (id: string) => get<VersionCard>(v1`versions/${id}`),
  versionLog: (id: string, from: number) => get<LogPiece>(v1`versions/${id}/log` + queryOf({ from })),
  wholeLogAddress: (id: string) => `${v1`versions/${id}`}/log.txt`,
  sourceAddress: (id: string) => v1`versions/${id}/source`,
  activate: (id: string) => send('POST', v1`versions/${id}/activate`),

  opponents: (team: string) => get<OpponentCard[]>(v1`teams/${team}/opponents`),
  casual: (team: string, body: CasualWish) => send<LeagueMatch>('POST', v1`teams/${team}/casual`, body),

  match: (id: string) => get<LeagueMatch>(v1`matches/${id}`),
  traceAddress: (id: string) => v1`matches/${id}/trace`,
  logAddress: (id: string) => v1`matches/${id}/log`,
  seatLogAddress: (id: string, seat: number) => v1`matches/${id}/seats/${seat}/log`,
  seatLog: async (id: string, seat: number): Promise<string> => {
    const response = await fetch(v1`matches/${id}/seats/${seat}/log`);
    return response.ok ? response.text() : refuse(response);
  },
  cancelMatch: (id: string) => send('POST', v1`matches/${id}/cancel`),
  tag: (id: string, tags: string[]) => send('PUT', v1`matches/${id}/tags`, { tags }),

  final: (slug: string) => ask<FinalPage | null>(v1`contests/${slug}/final`),
  openFinal: (slug: string, body: NewFinal) => send<FinalPage>('POST', v1`contests/${slug}/final`, body),
  voteForMap: (slug: string, series: number, map: string) => send<FinalPage>('PUT', v1`contests/${slug}/final/vote`, { series, map }),
  dropFinal: (slug: string) => send('DELETE', v1`contests/${slug}/final`),
  makeHallCode: (slug: string) => send<HallCodeMade>('POST', v1`contests/${slug}/final/code`),
  endHallCodes: (slug: string) => send('DELETE', v1`contests/${slug}/final/code`),
  // In the hall there is a code, not a door.
  backstage: (slug: string) => ask<Backstage>(v1`contests/${slug}/final/backstage`),
  hallMatch: (id: string) => ask<LeagueMatch>(v1`matches/${id}`),
  show: (slug: string, after: number | null, signal?: AbortSignal) => ask<ShowCard>(v1`contests/${slug}/final/show` + queryOf({ after }), signal === undefined ? {} : { signal }),
  cue: (slug: string, body: Cue) => told<ShowCard>(v1`contests/${slug}/final/show`, 'POST', body),
  enterHall: (code: string) => told<HallEntered>(v1`hall`, 'POST', { code }),
  /** A whole reel, to be kept. */
  reelBytes: async (id: string): Promise<Blob> => {
    const response = await fetch(v1`matches/${id}/reel`);
    return response.ok ? response.blob() : refuse(response);
  },
  /** A reel in which the sides have these names: one that is kept here, or the server's. */
  filmSource: (id: string, names: string[], kept: Blob | null): Source => ({
    name: id,
    eyes: false,
    async open(_, signal) {
      const bytes = kept === null ? await stream(await fetch(v1`matches/${id}/reel`, { signal })) : kept.stream();
      return dressed(bytes, new Map(names.map((name, side) => [side, name])), null);
    },
  }),

  desk: () => get<DeskPage>(v1`desk`),
  organisers: (slug: string) => get<string[]>(v1`contests/${slug}/organisers`),
  setOrganiser: (slug: string, name: string, runs: boolean) => send<string[]>('PUT', v1`contests/${slug}/organisers`, { name, runs }),
  contestAudit: (slug: string, before: number | null) => get<AuditPage>(v1`contests/${slug}/audit` + queryOf({ before })),
  audit: (before: number | null) => get<AuditPage>(v1`desk/audit` + queryOf({ before })),
  hold: (slug: string, paused: boolean) => send('POST', v1`contests/${slug}/hold`, { paused }),
  workerTokens: () => get<WorkerTokenCard[]>(v1`desk/worker-tokens`),
  makeWorkerToken: (label: string) => send<WorkerTokenMade>('POST', v1`desk/worker-tokens`, { label }),
  revokeWorkerToken: (id: string) => send('DELETE', v1`desk/worker-tokens/${id}`),
  pause: (paused: boolean) => send('POST', v1`desk/pause`, { paused }),
  retryAll: () => send('POST', v1`desk/jobs/retry`),
  retry: (id: string) => send('POST', v1`desk/jobs/${id}/retry`),
  prioritise: (id: string, priority: number) => send('POST', v1`desk/jobs/${id}/priority`, { priority }),
  rerun: (id: string, reason: string) => send<RejudgePage>('POST', v1`matches/${id}/rerun`, { reason }),
  annul: (id: string, reason: string) => send('POST', v1`matches/${id}/annul`, { reason }),
  disqualify: (id: string, reason: string) => send('POST', v1`teams/${id}/disqualify`, { reason }),
  reinstate: (id: string) => send('POST', v1`teams/${id}/reinstate`),
  rejudge: (slug: string, body: RejudgeWish) => send<RejudgePage>('POST', v1`contests/${slug}/rejudges`, body),
  rejudges: (slug: string) => get<RejudgePage[]>(v1`contests/${slug}/rejudges`),
  rejudged: (id: string) => get<RejudgePage>(v1`rejudges/${id}`),
  applyRejudge: (id: string) => send('POST', v1`rejudges/${id}/apply`),
  dropRejudge: (id: string) => send('POST', v1`rejudges/${id}/drop`),
};

/** A contest's match, as the viewer needs it. Nobody saves it or is advised in it: it is a match of a contest. */
export function leaguePlace(id: string): Place {
  return {
    id,
    trace: league.traceAddress(id),
    play: (seat) => playSocket(v1`matches/${id}/play` + queryOf({ seat })),
    // A match that waits is played again from its beginning: whoever sat in it should come back.
    standing: async () => {
      const { state, reason, windows } = await league.match(id);
      return { state: state === 'queued' ? 'running' : state, reason, windows };
    },
  };
}

/** Its reel, in which the seats have the names of their teams and what one's own programs said is in step with the picture. */
export function leagueSource(match: LeagueMatch): Source {
  const names = new Map<Side, string>(match.seats.map(({ side, name }) => [side, name]));
  const own = match.state === 'over' || match.state === 'annulled' ? match.seats.filter((seat) => seat.log) : [];
  // A log that cannot be had is no reason to show nothing.
  const logs = own.map(async ({ seat }): Promise<[Seat, string]> => [seat, await league.seatLog(match.id, seat).catch(() => '')]);
  const words = own.length === 0 ? null : Promise.all(logs).then(readWords);
  return {
    name: match.id,
    // A seat's own view is made by the server.
    eyes: frozen === null,
    async open(eyes, signal) {
      const response = await fetch(v1`matches/${match.id}/reel` + queryOf({ eyes }), { signal });
      return dressed(await stream(response), names, await words);
    },
  };
}
