import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

describe('the estimate', () => {
  it('FORM-10 is made of the answers, and shown only once the dealer has the details', async () => {
    const id = await journey.valued();
    expect(await journey.show(id, 'offer')).toEqual(go(id, 'details'));
    expect(await journey.post(id, 'offer', { decision: 'accept' })).toEqual(go(id, 'details'));
    expect(await journey.post(id, 'details', DETAILS)).toEqual(go(id, 'offer'));
    const shown = await journey.show(id, 'offer');
    expect(shown).toMatchObject({
      kind: 'page',
      isExpired: false,
      record: { offer_price: expect.any(Number), valid_until: '2026-07-08', form_completed: true },
    });
    const sound = (await recordOf(setup, id))?.record.offer_price;
    const worn = await journey.valued();
    await journey.post(worn, 'condition', { ...CONDITION, condition: 'poor', accident: 'unrepaired' });
    expect((await recordOf(setup, worn))?.record.offer_price).toBeLessThan(sound);
  });

  it('CFG-06 the valuer hears which market data the dealer values by', async () => {
    const own = tradeInJourney(setup, { ...setup.dealer, autograb: true, redbook: false });
    await own.valued();
    expect(own.valuer.requests[0]).toMatchObject({ kilometres: 60_000, sources: ['autograb'] });
  });

  it.each([
    ['too_old', { ...VEHICLE, year: '2010' }, CONDITION],
    ['too_far', VEHICLE, { ...CONDITION, kilometres: '100,001' }],
    ['no_value', { ...VEHICLE, model: 'Unknown' }, CONDITION],
  ])('FORM-10 none is made for one %s; the lead is still stored', async (reason, vehicle, condition) => {
    const id = await journey.begun({ no_plate: 'on' });
    await journey.post(id, 'vehicle', vehicle);
    await journey.post(id, 'condition', condition);
    expect(await journey.post(id, 'details', DETAILS)).toEqual(go(id, 'offer'));
    expect(await journey.show(id, 'offer')).toMatchObject({
      record: { offer_price: null, no_estimate_reason: reason },
    });
    expect((await payloadsOf(setup))[0]?.payload.trade_in).toMatchObject({
      offer_price: null,
      no_estimate_reason: reason,
    });
  });

  it('FORM-10 a valuer that is unavailable costs no lead', async () => {
    journey.valuer.behave('silent');
    await journey.sent();
    expect((await payloadsOf(setup))[0]?.payload.trade_in?.no_estimate_reason).toBe('unavailable');
  });

  it('FORM-10 questions must be answered with one of their answers', async () => {
    const id = await journey.begun({ no_plate: 'on' });
    await journey.post(id, 'vehicle', VEHICLE);
    expect(await journey.post(id, 'condition', { kilometres: '0', condition: 'perfect' })).toMatchObject({
      status: 422,
      form: {
        errors: {
          kilometres: 'Cannot be less than 1 or more than 2,000,000',
          condition: 'Choose an option from the list.',
          keys: 'This is a required field.',
        },
      },
    });
  });
});
