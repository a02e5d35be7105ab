import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { drainIndexChanges } from '#src/features/stock/server/indexing/index-sync.ts';
import { acquireLease, type Lease, releaseLease, renewLease } from '#src/platform/database/leases.ts';
import { LEASE_MS, LeaseLost } from '#src/platform/database/with-lease.ts';
import type { Clock } from '#src/platform/time/clock.ts';
import { afterInsert } from '../fixtures/after-insert.ts';
import { feedOf, openStockSite, type StockSite } from '../fixtures/stock-site.ts';
import { openTestDatabase } from '../fixtures/test-database.ts';

const engine = { host: inject('meiliHost'), key: inject('meiliKey'), index: 'stock-leases' };
const START = Date.parse('2026-03-01T00:00:00Z');
let now = START;
const clock: Clock = { now: () => new Date(now) };

it('PLAT-03 whatever three processes do, at most one holds a lease, and an expired one is free', async () => {
  const db = await openTestDatabase();
  const step = fc.record({
    process: fc.nat(2),
    act: fc.constantFrom('acquire' as const, 'renew' as const, 'release' as const, 'wait' as const),
    seconds: fc.nat(40),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await db.deleteFrom('leases').execute();
      let at = START;
      let holder: { process: number; until: number } | undefined;
      const leases: (Lease | undefined)[] = [];
      const term = { clock: { now: () => new Date(at) }, forMs: LEASE_MS };
      for (const { process, act, seconds } of steps) {
        const until = at + LEASE_MS;
        const own = leases[process];
        if (act === 'wait') at += seconds * 1000;
        if (act === 'acquire') {
          const lease = await acquireLease(db, 'work', term);
          const isFree = !holder || holder.until <= at;
          expect(lease !== undefined).toBe(isFree);
          if (lease) [leases[process], holder] = [lease, { process, until }];
        }
        if (act === 'renew' && own) {
          const isHeld = await renewLease(db, own, term);
          expect(isHeld).toBe(holder?.process === process);
          if (isHeld) holder = { process, until };
        }
        if (act === 'release' && own) {
          await releaseLease(db, own);
          if (holder?.process === process) holder = undefined;
        }
      }
    }),
    { numRuns: 150 },
  );
  await db.destroy();
});

describe('the search index', () => {
  let site: StockSite;
  let dealers = 0;

  beforeEach(async () => {
    now = START;
    dealers += 1;
    site = await openStockSite(engine, clock, `leased-${dealers}`);
    await site.services.index.ensure();
  });
  afterEach(() => site.close());

  const A1 = 'A1,Toyota,Corolla,2021,24990,30000';
  const newer = feedOf(A1.replace('24990', '19990'));
  const marks = () => site.services.db.selectFrom('index_changes').selectAll().execute();
  const leases = () => site.services.db.selectFrom('leases').selectAll().execute();
  const indexedPrices = async () => {
    const rows = await site.services.db.selectFrom('vehicles').select('id').execute();
    const documents = await site.services.index.documents(rows.map(({ id }) => id));
    return documents.map(({ price }) => price);
  };

  /** Services of a process that stops just before it sends, until allowed to go on. */
  function slowSender() {
    const { index } = site.services;
    let arrived: () => void = () => {};
    let goOn: () => void = () => {};
    const isThere = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let sends = 0;
    const services = {
      ...site.services,
      index: {
        ...index,
        async upsert(documents: Parameters<typeof index.upsert>[0]) {
          sends += 1;
          arrived();
          if (sends === 1) await mayGoOn;
          await index.upsert(documents);
        },
      },
    };
    return { services, isThere, goOn };
  }

  it('PLAT-03 a second sender waits for the first, so that no older document overwrites a newer one', async () => {
    await site.import(feedOf(A1));
    const slow = slowSender();
    const first = drainIndexChanges(slow.services);
    await slow.isThere;
    await site.import(newer);
    const said: string[] = [];
    const second = drainIndexChanges(site.services, { report: (line) => said.push(line) });
    await expect.poll(() => said).toHaveLength(1);
    slow.goOn();
    await Promise.all([first, second]);
    expect(await indexedPrices()).toEqual([19_990]);
    expect(said).toEqual([expect.stringContaining('waiting')]);
    expect([await marks(), await leases()]).toEqual([[], []]);
  });

  it('PLAT-03 a stalled sender is overtaken; documents it sends late are sent again', async () => {
    await site.import(feedOf(A1));
    const slow = slowSender();
    const first = drainIndexChanges(slow.services);
    await slow.isThere;
    await site.import(newer);
    now += LEASE_MS + 1;
    await drainIndexChanges(site.services);
    expect(await indexedPrices()).toEqual([19_990]);
    slow.goOn();
    await first;
    expect(await indexedPrices()).toEqual([19_990]);
    expect([await marks(), await leases()]).toEqual([[], []]);
  });

  it('PLAT-03 the lease of a dead process blocks others until it expires, not longer', async () => {
    await site.import(feedOf(A1));
    await acquireLease(site.services.db, 'search-index', { clock, forMs: LEASE_MS });
    let sent: number | undefined;
    const waiting = drainIndexChanges(site.services).then((count) => {
      sent = count;
    });
    now += LEASE_MS - 1;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(sent).toBeUndefined();
    now += 1;
    await waiting;
    expect(sent).toBe(1);
  });

  it('PLAT-03 a waiting process is done once another has processed its marks', async () => {
    await site.import(feedOf(A1));
    await acquireLease(site.services.db, 'search-index', { clock, forMs: LEASE_MS });
    const waiting = drainIndexChanges(site.services);
    await site.services.db.deleteFrom('index_changes').execute();
    expect(await waiting).toBe(0);
  });

  it('PLAT-03 an import that was overtaken writes nothing of its older feed', async () => {
    await site.import(newer);
    const overtake = "update leases set holder = 'another process' where name like 'import:%'";
    await afterInsert(site.services.db, 'import_runs', overtake);
    await expect(site.import(feedOf(A1), { force: true })).rejects.toThrow(LeaseLost);
    const rows = await site.services.db.selectFrom('vehicles').select('price_cents').execute();
    expect(rows).toEqual([{ price_cents: 1_999_000 }]);
    // A process must not release another's lease.
    expect(await leases()).toMatchObject([{ holder: 'another process' }]);
  });

  it('PLAT-03 imports of one dealer run one after another, each with the feed of its turn', async () => {
    await site.import(feedOf(A1));
    await acquireLease(site.services.db, `import:${site.dealer.slug}`, { clock, forMs: LEASE_MS });
    const said: string[] = [];
    const early = site.import(feedOf(A1.replace('24990', '1')), { report: (line) => said.push(line) });
    const late = site.import(newer);
    await expect.poll(() => said).toHaveLength(1);
    now += LEASE_MS;
    await Promise.all([early, late]);
    const rows = await site.services.db.selectFrom('vehicles').select('price_cents').execute();
    expect(rows).toEqual([{ price_cents: 1_999_000 }]);
    expect(said).toEqual([expect.stringContaining('Another import')]);
  });
});
