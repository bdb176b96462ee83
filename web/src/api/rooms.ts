import { ask, post, refuse, showing } from '.';
import type { Arrived, Deed, NewRoom, RoomCard } from './arena';

export type { Arrived, ChatLine, CurrentCard, Deed, NewRoom, Played, RoomCard, RoomClock, RoomSeat, RoomWish } from './arena';

const at = (code: string, rest = '') => `/api/rooms/${encodeURIComponent(code)}${rest}`;

export const rooms = {
  open: (room: NewRoom) => ask<Arrived>('/api/rooms', post(room)),
  come: (code: string, name: string) => ask<Arrived>(at(code, '/people'), post({ name })),
  act: (code: string, key: string, deed: Deed) => ask<RoomCard>(at(code), post(deed, key)),
  async feed(code: string, key: string | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const response = await fetch(at(code, '/feed'), { headers: showing(key ?? undefined), signal });
    if (!response.ok || response.body === null) return refuse(response);
    return response.body;
  },
  async close(code: string, key: string): Promise<void> {
    const response = await fetch(at(code), { method: 'DELETE', headers: showing(key) });
    if (!response.ok) await refuse(response);
  },
};
