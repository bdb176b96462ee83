/**
 * Lines of JSON between a match and a bot: the same file in every TypeScript kit. There is no need to change it.
 * @module
 */

import { connect } from "node:net";
import process from "node:process";
import { createInterface } from "node:readline";

/** Writes a line to standard error. Meydan keeps it beside the turn in which it was written. */
export function log(...words: unknown[]): void {
  console.error(...words);
}

/** Before which window a debugger stops (`meydan rerun --stop N`). */
const stop = Number(process.env.MEYDAN_STOP || NaN);

let taken: NodeJS.WriteStream["write"] | undefined;

/**
 * Takes standard output for the match: from here on `console.log` and whatever else writes there goes to standard error.
 */
export function takeOutput(): void {
  if (taken) return;
  taken = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  console.log = console.info = console.debug = console.error;
}

/** Where lines are written to. */
interface Output {
  write(line: string): unknown;
  end?(): unknown;
}

/** The match at the other end of the line. */
export class Match {
  #lines: AsyncIterator<string>;
  #output: Output;

  constructor(input: NodeJS.ReadableStream, output: Output) {
    this.#lines = createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]();
    this.#output = output;
  }

  /**
   * Standard input and output, or the socket that MEYDAN_SOCKET names (HOST:PORT): then a debugger has the terminal.
   * From here on `console.log` writes to standard error, because standard output belongs to the match.
   */
  static open(): Match {
    takeOutput();
    const address = process.env["MEYDAN_SOCKET"];
    if (!address) return new Match(process.stdin, { write: (line) => taken?.(line) });
    const colon = address.lastIndexOf(":");
    const link = connect({ host: address.slice(0, colon), port: Number(address.slice(colon + 1)), noDelay: true });
    return new Match(link, link);
  }

  /** The next message, or `undefined` when the match is over. */
  async receive<Message>(): Promise<Message | undefined> {
    const { value, done } = await this.#lines.next();
    if (done) return undefined;
    const message = JSON.parse(value);
    if (message.type === "turn" && message.window === stop) debugger;
    return message as Message;
  }

  /** Sends one message. */
  send(message: object): void {
    this.#output.write(`${JSON.stringify(message)}\n`);
  }

  /** Acts in a window. */
  act(window: number, act: unknown): void {
    this.send({ window, act });
  }

  /** Keeps something beside a window, for the viewer; opponents never see it. */
  note(window: number, note: unknown): void {
    this.send({ window, note });
  }

  /** Ends a window. */
  done(window: number): void {
    this.send({ window, done: true });
  }

  /** Lets go of the line, so that the program can end. */
  close(): void {
    void this.#lines.return?.();
    this.#output.end?.();
  }
}
