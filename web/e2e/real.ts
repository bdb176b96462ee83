import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createPort, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The real server behind the built page. */
export interface Real {
  port: number;
  forward(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  /** Ends the server and starts it again, with the same data at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createPort();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });

export async function startReal(binary: string): Promise<Real> {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'meydan-e2e-'));
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(binary, ['arena', '--listen', `127.0.0.1:${port}`, '--data', data], { stdio: 'ignore' });
    for (let tries = 0; tries < 100; tries += 1) {
      const up = await fetch(`http://127.0.0.1:${port}/api/games`).then(({ ok }) => ok).catch(() => false);
      if (up) break;
      await new Promise((next) => setTimeout(next, 100));
    }
    return started;
  };
  const end = async (running: ChildProcess): Promise<void> => {
    const gone = new Promise((done) => running.once('exit', done));
    running.kill('SIGTERM');
    // Matches that still run are paused and written down first.
    await gone;
  };
  let child = await start();
  // The page and the server are one origin to the browser; so they must be to the server.
  const headersOf = (from: IncomingMessage) => ({
    ...from.headers,
    host: `127.0.0.1:${port}`,
    ...(from.headers.origin === undefined ? {} : { origin: `http://127.0.0.1:${port}` }),
  });
  return {
    port,
    forward(from, response) {
      const made = request({ port, host: '127.0.0.1', path: from.url, method: from.method, headers: headersOf(from) }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      made.on('error', () => response.destroy());
      response.on('close', () => made.destroy());
      from.pipe(made);
    },
    upgrade(from, socket, head) {
      const made = connect(port, '127.0.0.1', () => {
        const lines = Object.entries(headersOf(from)).map(([name, value]) => `${name}: ${String(value)}`);
        made.write(`${from.method} ${from.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
        made.write(head);
        socket.pipe(made).pipe(socket);
      });
      for (const event of ['error', 'close'] as const) {
        made.on(event, () => socket.destroy());
        socket.on(event, () => made.destroy());
      }
    },
    async restart() {
      await end(child);
      child = await start();
    },
    async stop() {
      await end(child);
      rmSync(data, { recursive: true, force: true });
    },
  };
}
