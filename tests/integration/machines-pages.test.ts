import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { setOverlay } from '#src/features/stock/server/importing/stock-overlays.ts';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import { followStock, type StockWatch } from '#src/features/stock/server/indexing/stock-watch.ts';
import { openServices, type Services } from '#src/server/services.ts';
import { ask } from '../fixtures/http-site.ts';
import { PATIENCE_MS } from '../fixtures/patience.ts';
import { openReservationSite, RESERVING_HOST, SHOPPER } from '../fixtures/reservation-site.ts';
import { servePages } from '../fixtures/served-pages.ts';

/** Without a signal, a machine would look for changes after five seconds. */
const BY_SIGNAL_MS = 4000;
const POLL = { interval: 10 };

let first: Awaited<ReturnType<typeof openReservationSite>>;
/** Another machine, with nothing but the same environment. */
let second: { services: Services; port: number; watch: StockWatch; stop(): Promise<void> };

beforeAll(async () => {
  first = await openReservationSite();
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-second-'));
  const services = await openServices({
    env: { ...first.services.env, DATA_DIR: folder },
    dealers: [first.dealer],
    clock: first.services.clock,
  });
  services.payments = first.services.payments;
  const site = await servePages(services, [first.dealer], inject('pagesEntry'));
  const watch = await followStock(services);
  second = {
    ...{ services, watch, port: site.port },
    async stop() {
      await watch.stop();
      await site.stop();
      await services.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await vi.waitUntil(() => services.signals.areArriving(), { timeout: PATIENCE_MS });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});
beforeEach(() => first.clear());

const atSecond = (path: string) => ask(second.port, { host: RESERVING_HOST, path });
const carAtSecond = () => atSecond(`/cars/${first.slug}`);

/** Changes the vehicle by hand on the first machine. @returns milliseconds until the second shows it */
async function untilShown(
  change: Parameters<typeof setOverlay>[2],
  isShown: (response: Awaited<ReturnType<typeof carAtSecond>>) => boolean,
): Promise<number> {
  // From now on cached.
  await carAtSecond();
  const started = performance.now();
  await setOverlay(first.services, { dealer: first.dealer.slug, id: first.carId }, change);
  await expect.poll(async () => isShown(await carAtSecond()), POLL).toBe(true);
  return performance.now() - started;
}

it('PLAT-40 a price that is set on one machine is on the pages of the other by a signal', async () => {
  expect((await carAtSecond()).body).not.toContain('31,234');
  const ms = await untilShown({ price: 3_123_400 as never }, ({ body }) => body.includes('31,234'));
  expect(ms).toBeLessThan(BY_SIGNAL_MS);
  await setOverlay(first.services, { dealer: first.dealer.slug, id: first.carId }, { price: null });
});

it('PLAT-40 a vehicle that is hidden on one machine leaves the pages of the other by a signal', async () => {
  const shown = (await carAtSecond()).status;
  const ms = await untilShown({ isHidden: true }, ({ status }) => status !== shown);
  expect(ms).toBeLessThan(BY_SIGNAL_MS);
  await drainIndexChanges(first.services);
  const back = await untilShown({ isHidden: false }, ({ status }) => status === shown);
  expect(back).toBeLessThan(BY_SIGNAL_MS);
});

it('PLAT-46 of two shoppers who reserve on two machines at the same instant, one pays and one reads who is first', async () => {
  for (let n = 0; n < 5; n += 1) {
    await first.clear();
    const responses = await Promise.all(
      [first.port, second.port].map((port, shopper) =>
        ask(port, {
          ...{ host: RESERVING_HOST, path: first.checkout, method: 'POST' },
          body: Buffer.from(`${new URLSearchParams({ ...SHOPPER, phone: `0412 345 67${shopper}` })}`),
          headers: {
            'Content-Type': 'application/x-www-form-urlencoded',
            'Sec-Fetch-Site': 'same-origin',
          },
        }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  }
});

it('PLAT-46 a vehicle that is held on one machine is held on the other', async () => {
  const { response } = await first.start();
  expect(response.status).toBe(303);
  const body = Buffer.from(`${new URLSearchParams({ ...SHOPPER, phone: '0498 765 432' })}`);
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' };
  const asked = { host: RESERVING_HOST, path: first.checkout, method: 'POST', body, headers };
  expect((await ask(second.port, asked)).status).toBe(409);
});
