import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { IDEMPOTENCY_HEADER } from '#src/platform/webhooks/webhook-signature.ts';

export type ReceiverFaults = {
  /** Share of posts answered with 500 and discarded. */
  fails: number;
  /** Share of posts that are stored but whose response is lost. */
  losesResponse: number;
  /** From 0 to 1. */
  random: () => number;
};

/** A CRM that stores one lead per key, however often it arrives. */
export async function startLeadReceiver({ fails, losesResponse, random }: ReceiverFaults) {
  const kept = new Map<string, string>();
  const figures = { failed: 0, lost: 0, again: 0, changed: 0 };
  const server = createServer(async (req, res) => {
    const body = await text(req).catch(() => undefined);
    if (body === undefined) return;
    const key = String(req.headers[IDEMPOTENCY_HEADER.toLowerCase()]);
    const luck = random();
    if (luck < fails) {
      figures.failed += 1;
      return void res.writeHead(500).end();
    }
    const known = kept.get(key);
    if (known === undefined) kept.set(key, body);
    else {
      figures.again += 1;
      if (known !== body) figures.changed += 1;
    }
    if (luck < fails + losesResponse) {
      figures.lost += 1;
      return void req.socket.destroy();
    }
    res.writeHead(201).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    kept,
    figures,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
