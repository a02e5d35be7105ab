import type { IncomingMessage, ServerResponse } from 'node:http';
import { routedNetworkOf } from '#src/domain/client-network.ts';
import { type BodyLimits, type Refusal, readBody } from './guard.ts';

/** Each holds 8 MB and more until it is answered. */
export const MAX_UPLOADS = 8;
/** One network leaves room for others; a page sends its photos one after another. */
export const MAX_UPLOADS_OF_ONE = 2;

const BUSY: Refusal = { status: 503, code: 'uploads_busy', message: 'Too many uploads are coming in.' };

/** Reads uploads while there is a place; those beyond are thrown away as they come and cost no memory. */
export function uploadPlaces() {
  const taken = new Map<string, number>();

  /** @returns whether there was a place, kept until the response is out */
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
