import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The program under test. */
export const binary = process.env.MEYDAN ?? join(dirname(fileURLToPath(import.meta.url)), '../../target/debug/meydan');

/** The real program with contests, on a port of its own and with its own page. */
export interface Arena {
  address: string;
  stop(): Promise<void>;
  /** As if the machine had lost its power. */
  kill(): Promise<void>;
}

export const openArena = (data: string, ...more: string[]): Promise<Arena> => openArenaAt('127.0.0.1:0', data, ...more);

/** The same on a port of one's own, so that pages find it again after a restart. */
export async function openArenaAt(listen: string, data: string, ...more: string[]): Promise<Arena> {
  const arena = spawn(binary, ['arena', '--listen', listen, '--data', data, ...more], { stdio: ['ignore', 'pipe', 'ignore'] });
  const gone = new Promise<void>((done) => arena.on('exit', () => done()));
  const address = await new Promise<string>((found, lost) => {
    arena.on('exit', () => lost(new Error('the arena ended before it was open')));
    arena.stdout.on('data', (text: Buffer) => {
      const said = /open at (http:\/\/\S+)/.exec(text.toString());
      if (said?.[1] !== undefined) found(said[1]);
    });
  });
  return {
    address,
    async stop() {
      arena.kill('SIGTERM');
      await gone;
    },
    async kill() {
      arena.kill('SIGKILL');
      await gone;
    },
  };
}
