import type { IncomingMessage, ServerResponse } from 'node:http';
import { routedNetworkOf } from '#src/domain/client-network.ts';
import type { Refusal } from '#src/wire/error.ts';
import { type BodyLimits, readBody } from './guard.ts';

/** Each uses 8 MB or more until its response. */
export const MAX_UPLOADS = 8;
/** One network leaves slots for others; a page sends its photos one after another. */
export const MAX_UPLOADS_OF_ONE = 2;

const BUSY: Refusal = { status: 503, code: 'uploads_busy', message: 'Too many uploads are coming in.' };

/** Reads uploads while a slot is free; others are discarded as they arrive and use no memory. */
export function uploadSlots() {
  const taken = new Map<string, number>();

  /** @returns whether a slot was free; it is held until the response is sent */
  function take(address: string | undefined, res: ServerResponse): boolean {
    const who = routedNetworkOf(address ?? '');
    const mine = taken.get(who) ?? 0;
    const all = [...taken.values()].reduce((sum, count) => sum + count, 0);
    if (all >= MAX_UPLOADS || mine >= MAX_UPLOADS_OF_ONE) return false;
    taken.set(who, mine + 1);
    res.once('close', () => {
      const left = (taken.get(who) ?? 1) - 1;
      if (left > 0) taken.set(who, left);
      else taken.delete(who);
    });
    return true;
  }

  return async (
    req: IncomingMessage & { clientAddress?: string | undefined },
    res: ServerResponse,
    limits: BodyLimits,
  ): Promise<Buffer | Refusal> => {
    if (take(req.clientAddress, res)) return readBody(req, limits);
    await readBody(req, { ...limits, bytes: 0 });
    return BUSY;
  };
}
