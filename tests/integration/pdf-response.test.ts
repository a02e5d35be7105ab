import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { stockTag } from '#src/platform/http/response-headers.ts';
import { imageFolders, originalFile } from '#src/platform/images/image-store.ts';
import { readPdf } from '../fixtures/pdf-text.ts';
import { servePages } from '../fixtures/served-pages.ts';
import { openRenderedPages } from '../switches/rendered-pages.ts';

const ON = { 'vehiclePage.pdf': true, 'finance.comparisonRate': 8.62 };
const HOST = 'www.switchboard.example';

type Received = { status: number; headers: Record<string, unknown>; body: Buffer };

let pages: Awaited<ReturnType<typeof openRenderedPages>>;
let cars: Map<string | undefined, { id: string; slug: string }>;
let site: Awaited<ReturnType<typeof servePages>>;

beforeAll(async () => {
  const pagesEntry = inject('pagesEntry');
  pages = await openRenderedPages({ host: inject('meiliHost'), key: inject('meiliKey'), pagesEntry });
  const stock = await presentVehicles(pages.services.db, 'switchboard');
  cars = new Map(stock.map(({ stocknum, id, slug }) => [stocknum, { id, slug }]));
  site = await servePages(pages.services, [pages.configured(ON)], pagesEntry);
});
afterAll(async () => {
  await site.stop();
  await pages.close();
});

function car(stocknum: string) {
  const found = cars.get(stocknum);
  if (!found) throw new Error(`No car ${stocknum}`);
  return found;
}
const pathOf = (stocknum: string) => `/cars/${car(stocknum).slug}.pdf`;

/** Asks the http server; `leaveAfterMs` hangs up. */
function ask(
  path: string,
  { method = 'GET', leaveAfterMs }: { method?: string; leaveAfterMs?: number } = {},
) {
  return new Promise<Received>((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: site.port,
      path,
      method,
      headers: { Host: HOST },
      agent: false,
    };
    const req = request(options, (res) =>
      buffer(res).then(
        (body) => resolve({ status: res.statusCode ?? 0, headers: res.headers, body }),
        reject,
      ),
    );
    req.on('error', reject);
    req.end();
    if (leaveAfterMs !== undefined) setTimeout(() => req.destroy(), leaveAfterMs);
  });
}

/** Asks again after the seconds a busy server asks for. @param refused collects its Retry-After headers */
async function askUntilServed(path: string, refused: unknown[]): Promise<Received> {
  for (;;) {
    const received = await ask(path);
    if (received.status !== 503) return received;
    refused.push(received.headers['retry-after']);
    await wait(Number(received.headers['retry-after']) * 1000);
  }
}

/** Gives a car a picture, the content of its stored original being `content`. */
async function withPicture(stocknum: string, id: string, content: Buffer): Promise<void> {
  const { db, env, answers } = pages.services;
  const { originalsFolder } = imageFolders(env.DATA_DIR);
  mkdirSync(originalsFolder, { recursive: true });
  writeFileSync(join(originalsFolder, originalFile(id)), content);
  const row = await db
    .selectFrom('vehicles')
    .select('record')
    .where('id', '=', car(stocknum).id)
    .executeTakeFirstOrThrow();
  const record = JSON.stringify({ ...JSON.parse(row.record), images: [{ id }] });
  await db.updateTable('vehicles').set({ record }).where('id', '=', car(stocknum).id).execute();
  answers.pages.purge(stockTag('switchboard'));
}

it('VDP-20 the PDF is a file with its own name, not indexed, with an ETag', async () => {
  const { status, headers, body } = await ask(pathOf('U1'));
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${car('U1').slug}.pdf"`,
    'x-robots-tag': 'noindex',
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-length': String(body.length),
  });
  expect(headers.etag).toBeDefined();
  expect(body.subarray(0, 5).toString()).toBe('%PDF-');
  const head = await ask(pathOf('U1'), { method: 'HEAD' });
  expect([head.status, head.body.length]).toEqual([200, 0]);
});

it('VDP-20 the PDF has the content of the print page', async () => {
  const { text, links } = await readPdf((await ask(pathOf('U1'))).body);
  expect(text).toContain('$45,990 Excl. government charges');
  expect(text).toMatch(/\$\d+ \/ week 7\.49% p\.a\. interest rate 8\.62% p\.a\. comparison rate/);
  expect(text).toContain('WARNING: This comparison rate is true only for the example given');
  expect(text).toContain('DL# 4410217');
  expect(text).not.toMatch(/07 ?5550 ?01\d\d/);
  expect(links).toContain(`https://${HOST}/cars/${car('U1').slug}`);
});

it('VDP-20 a sold car leads to its page, and an unknown one is not found', async () => {
  const sold = await ask(pathOf('S1'));
  expect([sold.status, sold.headers.location]).toEqual([303, `/cars/${car('S1').slug}`]);
  expect((await ask('/cars/2024-nothing.pdf')).status).toBe(404);
  expect((await ask('/cars/.pdf')).status).toBe(404);
});

it('VDP-20 a site without PDFs has no PDF address', async () => {
  expect((await pages.render(pathOf('U1'), { 'vehiclePage.pdf': false })).status).toBe(404);
});

it('VDP-20 the photo is the stored one, and a damaged one is left out', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const photo = sharp({ create: { width: 900, height: 600, channels: 3, background: '#884422', noise } });
  await withPicture('U2', 'whole-1', await photo.jpeg().toBuffer());
  await withPicture('U3', 'damaged-1', Buffer.from('\xff\xd8\xff no picture', 'latin1'));
  const [whole, damaged] = await Promise.all([ask(pathOf('U2')), ask(pathOf('U3'))]);
  expect((await readPdf(whole.body)).roles).toContain('Figure: 2025 Mazda CX-5');
  expect(damaged.status).toBe(200);
  const { roles } = await readPdf(damaged.body);
  expect(roles.filter((role) => role.startsWith('Figure'))).toHaveLength(1);
});

it('ERR-02 forty concurrent requests, some cancelled, get files or a Retry-After', async () => {
  const stocknums = ['U1', 'U2', 'U3', 'U4', 'U5', 'P1', 'N1', 'N2', 'D1', 'C1'];
  pages.services.answers.pages.purge(stockTag('switchboard'));
  const refused: unknown[] = [];
  const cancelled: Promise<unknown>[] = [];
  const served: Promise<Received>[] = [];
  for (let at = 0; at < 40; at += 1) {
    const path = pathOf(stocknums[at % stocknums.length] ?? '');
    if (at % 8 === 7) cancelled.push(ask(path, { leaveAfterMs: 5 }).catch((cause: unknown) => cause));
    else served.push(askUntilServed(path, refused));
  }
  const received = await Promise.all(served);
  await Promise.all(cancelled);
  expect(received.map(({ status }) => status)).toEqual(Array(35).fill(200));
  expect(received.filter(({ body }) => body.subarray(0, 5).toString() !== '%PDF-')).toEqual([]);
  expect(refused.filter((seconds) => !/^[1-9]\d?$/.test(String(seconds)))).toEqual([]);
  expect((await ask(pathOf('U1'))).status).toBe(200);
});
