import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { feedFile } from '#src/features/stock/server/reading/read-feed.ts';
import { readIfDue } from '#src/features/stock/server/schedule/feed-worker.ts';
import { countPresentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { fixedClock } from '#src/platform/time/clock.ts';
import { openDemoStock } from '../fixtures/demo-feed.ts';
import { startSupplier } from '../fixtures/feed-site.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-demo-feed' };

it('PLAT-03 a demo dealer that reads its feed by address has the stock it has by file', async () => {
  const demo = await openDemoStock(engine, fixedClock('2026-06-18T02:00:00Z'), ['riverbend']);
  const supplier = await startSupplier();
  try {
    const { services } = demo;
    const dealer = demo.dealer('riverbend');
    const { feed } = dealer.stock;
    if (!feed) throw new Error('The demo dealer has no feed');
    const dealersDir = join(services.env.DATA_DIR, 'dealers');
    const bytes = readFileSync(feedFile(feed, dealersDir));
    supplier.respond = (_request, response) => response.end(bytes);
    const { file: _file, ...content } = feed;
    const url = `http://127.0.0.1:${supplier.port}/riverbend`;
    const byAddress = { ...dealer, stock: { ...dealer.stock, feed: { ...content, url } } };
    const stored = await countPresentVehicles(services.db, 'riverbend');
    expect(stored).toBeGreaterThan(50);
    const signal = new AbortController().signal;
    expect(await readIfDue(services, byAddress, { dealersDir, signal })).toMatchObject({
      outcome: 'imported',
      summary: { unchanged: stored, added: 0, changed: 0, removed: 0 },
    });
  } finally {
    await supplier.stop();
    await demo.close();
  }
});
