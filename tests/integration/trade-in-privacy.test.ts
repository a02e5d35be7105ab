import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { applyRetention, eraseOldLeads } from '#src/features/leads/server/privacy/apply-retention.ts';
import { eraseAll } from '#src/features/leads/server/privacy/erase-person.ts';
import { deleteUnfinishedTradeIns } from '#src/features/trade-in/server/trade-in-photo-store.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { payloadsOf, recordOf, storesOf } from '../fixtures/stored-trade-ins.ts';
import { tradeInJourney } from '../fixtures/valuation-journey.ts';

let setup: LeadSetup;
let journey: ReturnType<typeof tradeInJourney>;

beforeEach(async () => {
  setup = await leadServices();
  journey = tradeInJourney(setup);
});
afterEach(() => setup.stop());

const other = () => setup.services.tenants.bySlug('kookaburra-cars') as DealerConfig;

describe('tenants', () => {
  it('FORM-10 CFG-03 another dealer’s valuation is unknown, to see as to change', async () => {
    const id = await journey.sent();
    const before = await recordOf(setup, id);
    for (const page of ['', 'vehicle', 'offer', 'photos', 'done']) {
      expect(await journey.show(id, page, other())).toEqual({ kind: 'unknown' });
      expect(await journey.post(id, page, { decision: 'accept' }, other())).toEqual({ kind: 'unknown' });
    }
    expect(await recordOf(setup, id)).toEqual(before);
    expect(await journey.show('x'.repeat(32), 'offer')).toEqual({ kind: 'unknown' });
    expect(await journey.show(id, 'constructor')).toEqual({ kind: 'unknown' });
  });
});

describe('what is forgotten', () => {
  it('FORM-10 valuations that never came to a lead go after their days, others stay', async () => {
    const unfinished = await journey.valued();
    const finished = await journey.sent();
    setup.time.now += (setup.dealer.tradeIn.keepUnfinishedDays + 1) * DAY_MS;
    const fresh = await journey.valued();
    expect(await deleteUnfinishedTradeIns(storesOf(setup), setup.dealer)).toEqual({ tradeIns: 1, photos: 0 });
    expect(await recordOf(setup, unfinished)).toBeUndefined();
    expect(await recordOf(setup, finished)).toBeDefined();
    expect(await recordOf(setup, fresh)).toBeDefined();
  });

  it('FORM-10 the daily retention of leads forgets them as well', async () => {
    const unfinished = await journey.valued();
    setup.time.now += (setup.dealer.tradeIn.keepUnfinishedDays + 1) * DAY_MS;
    await applyRetention(storesOf(setup), [setup.dealer], { only: 'kookaburra-cars' });
    expect(await applyRetention(storesOf(setup), [setup.dealer], { dryRun: true })).toMatchObject({
      unfinishedTradeIns: 1,
      accounts: 0,
    });
    expect(await recordOf(setup, unfinished)).toBeDefined();
    await eraseOldLeads(setup.services);
    expect(await recordOf(setup, unfinished)).toBeUndefined();
  });

  it('FORM-10 erasing a lead erases its valuation, photos included', async () => {
    const id = await journey.sent();
    const [lead] = await setup.leads();
    await eraseAll(storesOf(setup), [lead?.id ?? ''], 'request');
    expect(await recordOf(setup, id)).toBeUndefined();
    expect((await payloadsOf(setup))[0]?.payload.trade_in).toBeUndefined();
  });
});
