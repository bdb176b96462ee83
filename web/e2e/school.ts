import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, type BrowserContext, type Page } from '@playwright/test';

import type { TeamPage, VersionList } from '../src/api/league';
import { binary, openArenaAt, type Arena } from './contest';

/** Whoever runs a class or a final, and is there from the start. */
export const HEAD = { name: 'head', password: 'a sentence of hers' };
export const PHONE = { width: 390, height: 844 };

/** The real program on a folder of its own, with somebody who may do everything, and the means to ask it without a page. */
export class School {
  private constructor(readonly folder: string, private arena: Arena) {}

  static async open(): Promise<School> {
    const folder = mkdtempSync(join(tmpdir(), 'meydan-school-'));
    execFileSync(binary, ['arena', 'admin', HEAD.name, '--data', join(folder, 'data')], { input: `${HEAD.password}\n` });
    return new School(folder, await openArenaAt('127.0.0.1:0', join(folder, 'data')));
  }

  get address(): string {
    return this.arena.address;
  }

  get data(): string {
    return join(this.folder, 'data');
  }

  /** Ends the program; what it keeps stays. */
  stop(): Promise<void> {
    return this.arena.stop();
  }

  /** Begins it again at the address that it had. */
  async again(): Promise<void> {
    this.arena = await openArenaAt(new URL(this.address).host, this.data);
  }

  async close(): Promise<void> {
    await this.arena.stop();
    rmSync(this.folder, { recursive: true });
  }

  async ask(method: string, path: string, cookie: string, body?: unknown): Promise<Response> {
    const json = body !== undefined && !(body instanceof Uint8Array);
    const response = await fetch(`${this.address}/api/v1${path}`, {
      method,
      headers: { origin: this.address, cookie, ...(json ? { 'content-type': 'application/json' } : {}) },
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : Buffer.from(body as Uint8Array) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  async told<T>(path: string, cookie = ''): Promise<T> {
    return (await (await this.ask('GET', path, cookie)).json()) as T;
  }

  async head(): Promise<string> {
    return cookieOf(await this.ask('POST', '/signin', '', HEAD));
  }

  /** The jungle's kit for Python, in the folder `bot`. */
  kit(): string {
    const bot = join(this.folder, 'bot');
    if (!existsSync(bot)) execFileSync(binary, ['new', 'jungle', 'python', bot]);
    return bot;
  }

  /** A short bot, as an archive. */
  brief(): Uint8Array {
    cpSync(join(import.meta.dirname, 'fixtures/brief.py'), join(this.kit(), 'main.py'));
    return this.zipped('bot');
  }

  /** A program in a folder of its own, as an archive: it says that it is done, each time after a rest of so many seconds. */
  idle(name: string, rest: number): Uint8Array {
    const dir = join(this.folder, name);
    mkdirSync(dir);
    const program = readFileSync(join(import.meta.dirname, 'fixtures/idle.py'), 'utf8');
    writeFileSync(join(dir, 'main.py'), rest === 0 ? program : program.replace('import sys', 'import sys\nimport time').replace('        print', `        time.sleep(${rest})\n        print`));
    cpSync(join(this.kit(), 'meydan.toml'), join(dir, 'meydan.toml'));
    return this.zipped(name);
  }

  /** A cup in the jungle with a team for each name, all with the same bot, which is ready. */
  async cup(head: string, slug: string, title: string, players: number, names: string[], archive: Uint8Array): Promise<{ id: string; cookie: string }[]> {
    const settings = { ranking: { kind: 'none' }, players, team_size: 1, maps: ['clearing'], time: { rate: 50 } };
    await this.ask('POST', '/contests', head, { slug, title, game: 'jungle', settings });
    await this.ask('POST', `/contests/${slug}/state`, head, { to: 'open' });
    const teams: { id: string; cookie: string }[] = [];
    for (const [n, name] of names.entries()) {
      const cookie = cookieOf(await this.ask('POST', '/signup', '', { name: `${slug} ${n + 1}`, password: 'a sentence of mine' }));
      const { team } = (await (await this.ask('POST', `/contests/${slug}/teams`, cookie, { name })).json()) as TeamPage;
      await this.ask('POST', `/teams/${team.id}/versions`, cookie, archive);
      teams.push({ id: team.id, cookie });
    }
    await expect(async () => {
      for (const { id, cookie } of teams) {
        const { versions } = await this.told<VersionList>(`/teams/${id}/versions`, cookie);
        expect(versions[0]?.state).toBe('ready');
      }
    }).toPass({ timeout: 240_000, intervals: [2000] });
    return teams;
  }

  /** A folder as an archive that can be sent. */
  zipped(name: string): Uint8Array {
    const dir = join(this.folder, name);
    execFileSync('python3', ['-c', 'import shutil, sys; shutil.make_archive(sys.argv[1], "zip", sys.argv[1])', dir]);
    return new Uint8Array(readFileSync(`${dir}.zip`));
  }

  /** The page is somebody's who has signed in. */
  async wear(context: BrowserContext, cookie: string): Promise<void> {
    const [name, value] = cookie.split('=') as [string, string];
    await context.clearCookies();
    await context.addCookies([{ name, value, url: this.address }]);
  }
}

export const cookieOf = (response: Response) => response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ');

export const inPersian = (page: Page) => page.addInitScript(() => localStorage.setItem('meydan.lang', 'fa'));
