import { Refusal } from '../api';
import { rooms, type ChatLine, type Deed, type RoomCard } from '../api/rooms';
import { LineCutter } from '../reel/lines';

const SHORTEST_WAIT = 300;
const LONGEST_WAIT = 5000;

/** A room that is followed: how it stands, and what is said in it. As long as it is followed, its reader is there. */
export class RoomLink {
  card = $state.raw<RoomCard | null>(null);
  lines = $state.raw<ChatLine[]>([]);
  /** The way to the server is cut; it is being looked for again. */
  lost = $state(false);
  /** There is no such room, or it was closed. */
  gone = $state(false);
  private readonly stop = new AbortController();

  constructor(
    readonly code: string,
    readonly key: string | null,
  ) {
    void this.follow();
  }

  act(deed: Deed): Promise<RoomCard> {
    return rooms.act(this.code, this.key ?? '', deed);
  }

  destroy(): void {
    this.stop.abort();
  }

  private async follow(): Promise<void> {
    const { signal } = this.stop;
    for (let wait = SHORTEST_WAIT; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      try {
        if (await this.read(await rooms.feed(this.code, this.key, signal), signal)) wait = SHORTEST_WAIT;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refusal && error.code === 'missing') {
          this.gone = true;
          return;
        }
      }
      if (signal.aborted) return;
      this.lost = true;
      await new Promise((next) => setTimeout(next, wait));
    }
  }

  /** Takes what comes until the stream ends; whether anything came. */
  private async read(stream: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<boolean> {
    const [reader, cutter] = [stream.getReader(), new LineCutter()];
    let first = true;
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return !first;
      for (const line of cutter.push(value)) {
        this.take(JSON.parse(line) as RoomCard, first);
        first = false;
      }
    }
  }

  /** The first card of a stream has all that is kept of the chat, those after it what was said since. */
  private take(card: RoomCard, first: boolean): void {
    const { said, first: oldest } = card.chat;
    this.lines = [...(first ? [] : this.lines), ...said].filter(({ n }) => n >= oldest);
    this.card = card;
    this.lost = false;
  }
}
