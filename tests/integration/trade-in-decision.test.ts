import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#src/platform/time/duration.ts';
import { type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { payloadsOf, recordOf } from '../fixtures/stored-trade-ins.ts';
import { CONDITION, DETAILS, go, tradeInJourney, VEHICLE } from '../fixtures/valuation-journey.ts';

let setup: LeadSetup;
let journey: ReturnType<typeof tradeInJourney>;

beforeEach(async () => {
  setup = await leadServices();
  journey = tradeInJourney(setup);
});
afterEach(() => setup.stop());

describe('the decision', () => {
  it('FORM-10 FORM-14 accepted twice is updates of the lead once', async () => {
    const id = await journey.sent();
    const both = await Promise.all([
      journey.post(id, 'offer', { decision: 'accept' }),
      journey.post(id, 'offer', { decision: 'accept' }),
    ]);
    expect(both).toEqual([go(id, 'photos'), go(id, 'photos')]);
    const [lead, news, ...more] = await payloadsOf(setup);
    expect(more).toEqual([]);
    expect(lead?.payload.trade_in?.offer_accepted).toBeNull();
    expect(news).toMatchObject({
      kind: 'update',
      sequence: 2,
      parent_id: (await recordOf(setup, id))?.lead_id,
      payload: {
        name: 'Annabel',
        message: expect.stringContaining('accepts the online estimate of $'),
        trade_in: { offer_accepted: true, offer_price: lead?.payload.trade_in?.offer_price },
      },
    });
    expect(await setup.outbox()).toHaveLength(2);
  });

  it('FORM-10 declined can still be accepted; accepted is final', async () => {
    const id = await journey.sent();
    await journey.post(id, 'offer', { decision: 'decline' });
    expect((await recordOf(setup, id))?.record.offer_accepted).toBe(false);
    await journey.post(id, 'offer', { decision: 'accept' });
    await journey.post(id, 'offer', { decision: 'decline' });
    expect((await recordOf(setup, id))?.record.offer_accepted).toBe(true);
    expect(
      (await payloadsOf(setup)).map(({ sequence, payload }) => [sequence, payload.trade_in?.offer_accepted]),
    ).toEqual([
      [1, null],
      [2, false],
      [3, true],
    ]);
  });

  it('FORM-10 accepted in one tab and declined in another at once, it is accepted, and so the dealer is informed last', async () => {
    const id = await journey.sent();
    const decide = (decision: string) => journey.post(id, 'offer', { decision });
    await Promise.all([decide('accept'), decide('decline'), decide('accept')]);
    expect((await recordOf(setup, id))?.record.offer_accepted).toBe(true);
    expect((await payloadsOf(setup)).at(-1)?.payload.trade_in?.offer_accepted).toBe(true);
  });

  it('FORM-10 an estimate that has run out cannot be accepted', async () => {
    const id = await journey.sent();
    setup.time.now += 8 * DAY_MS;
    expect(await journey.show(id, 'offer')).toMatchObject({ isExpired: true });
    expect(await journey.post(id, 'offer', { decision: 'accept' })).toMatchObject({ status: 409 });
    expect(await setup.leads()).toHaveLength(1);
  });

  it('FORM-10 details buy no estimate that has run out: the vehicle is valued again', async () => {
    const id = await journey.valued();
    setup.time.now += 8 * DAY_MS;
    expect(await journey.post(id, 'details', DETAILS)).toEqual(go(id, 'offer'));
    const shown = {
      isExpired: false,
      record: { offer_price: expect.any(Number), valid_until: '2026-07-16' },
    };
    expect(await journey.show(id, 'offer')).toMatchObject(shown);
    expect((await payloadsOf(setup))[0]?.payload.trade_in?.valid_until).toBe('2026-07-16');
    expect(journey.valuer.requests).toHaveLength(2);
  });

  it('FORM-10 anything else is no decision', async () => {
    const id = await journey.sent();
    expect(await journey.post(id, 'offer', { decision: 'maybe', offer_price: '99999999' })).toMatchObject({
      status: 422,
    });
    expect(await setup.leads()).toHaveLength(1);
  });

  it('FORM-14 what the dealer has does not change behind its back', async () => {
    const id = await journey.sent();
    const before = await recordOf(setup, id);
    for (const [page, values] of [
      ['vehicle', { ...VEHICLE, make: 'Ferrari' }],
      ['condition', { ...CONDITION, kilometres: '1' }],
      ['details', { ...DETAILS, name: 'Bea' }],
    ] as const) {
      expect(await journey.post(id, page, values)).toMatchObject({ kind: 'go' });
    }
    expect(await recordOf(setup, id)).toEqual(before);
  });
});
