import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_UPLOADS, MAX_UPLOADS_PER_NETWORK } from '#src/server/routes/guard-step.ts';
import { RIVERBEND, startSite } from '../fixtures/http-site.ts';

let site: Awaited<ReturnType<typeof startSite>>;
/** Uploads whose answer waits. */
let waiting: (() => void)[];

beforeAll(async () => {
  waiting = [];
  site = await startSite(
    async (request, locals) => {
      const { refusal } = locals as { refusal?: { code: string } };
      const { byteLength } = await request.arrayBuffer();
      if (refusal) return new Response(`${refusal.code} ${byteLength}`);
      return new Promise((resolve) => waiting.push(() => resolve(new Response('taken'))));
    },
    { env: { TRUSTED_PROXIES: ['127.0.0.1'] } as never },
  );
});
afterAll(() => site.stop());

const PHOTOS = `/value-my-car/${'a'.repeat(32)}/photos`;
const upload = (from: string, path = PHOTOS, host = RIVERBEND) =>
  site.ask({
    ...{ method: 'POST', host },
    path,
    headers: { 'Content-Type': 'multipart/form-data; boundary=b', 'X-Forwarded-For': from },
    body: Buffer.alloc(100_000),
  });

it('FORM-11 concurrent uploads are limited by memory, few of them of one connection', async () => {
  const taken: Promise<{ body: string }>[] = [];
  for (let at = 0; at < MAX_UPLOADS; at += 1) {
    taken.push(upload(`203.0.113.${Math.floor(at / MAX_UPLOADS_PER_NETWORK)}`));
    await expect.poll(() => waiting).toHaveLength(at + 1);
    if (at === MAX_UPLOADS_PER_NETWORK) expect((await upload('203.0.113.0')).body).toBe('uploads_busy 0');
  }
  expect((await upload('198.51.100.1')).body).toBe('uploads_busy 0');
  for (const answer of waiting.splice(0)) answer();
  for (const answer of taken) expect((await answer).body).toBe('taken');
  const later = upload('198.51.100.1');
  await expect.poll(() => waiting).toHaveLength(1);
  waiting.pop()?.();
  expect((await later).body).toBe('taken');
});

it('FORM-11 an address of no valuation accepts no upload', async () => {
  expect((await upload('203.0.113.9', '/value-my-car/anything/photos')).status).toBe(415);
});

it('AUTH-04 FORM-11 uploads that do not pass a gate are refused, and take no place meanwhile', async () => {
  const gated = 'aldermoor.localhost';
  const refused = await upload('203.0.113.9', PHOTOS, gated);
  expect([refused.status, refused.headers.location]).toEqual([
    303,
    expect.stringContaining('/sign-in?type=trade-in'),
  ]);
  const sockets = Array.from({ length: MAX_UPLOADS }, () => connect(site.port, '127.0.0.1'));
  for (const [at, socket] of sockets.entries())
    socket.write(
      `POST ${PHOTOS} HTTP/1.1\r\nHost: ${gated}\r\nX-Forwarded-For: 203.0.113.${at}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100\r\n\r\nhalf`,
    );
  await wait(200);
  const taken = upload('198.51.100.1');
  await expect.poll(() => waiting).toHaveLength(1);
  waiting.pop()?.();
  expect((await taken).body).toBe('taken');
  for (const socket of sockets) socket.destroy();
});
