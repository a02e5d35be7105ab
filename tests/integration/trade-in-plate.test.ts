import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { recordOf } from '../fixtures/stored-trade-ins.ts';
import { GOOD_PLATE, go, tradeInJourney, VEHICLE } from '../fixtures/valuation-journey.ts';

let setup: LeadSetup;
let journey: ReturnType<typeof tradeInJourney>;

beforeEach(async () => {
  setup = await leadServices();
  journey = tradeInJourney(setup);
});
afterEach(() => setup.stop());

describe('the plate', () => {
  it('FORM-10 a vehicle found by its plate is asked about its condition next', async () => {
    const begun = await journey.begin({ rego: ' abc-123 ', regoState: 'qld' });
    expect(begun).toMatchObject({
      kind: 'begun',
      to: expect.stringMatching(/^\/value-my-car\/[\w-]{32}\/condition$/),
    });
    expect(journey.register.requests).toEqual([{ rego: 'ABC123', state: 'qld' }]);
  });

  it('FORM-02 FORM-10 a plate is required, and what was typed stays', async () => {
    expect(await journey.begin({ rego: '', regoState: 'qld' })).toMatchObject({
      kind: 'refused',
      status: 422,
      errors: { rego: 'This is a required field.' },
    });
    expect(await journey.begin({ rego: 'ABC/123', regoState: 'wa' })).toMatchObject({
      errors: { rego: 'Enter your registration plate, such as ABC123.' },
      values: { rego: 'ABC/123', regoState: 'wa' },
    });
    expect(await journey.begin({ rego: 'ABC123', regoState: 'xyz' })).toMatchObject({
      errors: { regoState: 'Choose an option from the list.' },
    });
    expect(journey.register.requests).toEqual([]);
  });

  it.each(['ABCD1234', 'ABC12345X'])(
    'FORM-10 no register is asked for "%s", which is no plate',
    async (rego) => {
      expect(await journey.begin({ rego, regoState: 'qld' })).toMatchObject({
        status: 422,
        errors: { rego: 'Enter your registration plate, such as ABC123.' },
      });
      expect(journey.register.requests).toEqual([]);
    },
  );

  it.each([
    ['S·123·ABC', 'S123ABC'],
    ['ＡＢＣ１２３', 'ABC123'],
  ])('FORM-10 the plate %s is looked up as %s', async (rego, plate) => {
    await journey.begun({ rego, regoState: 'qld' });
    expect(journey.register.requests).toEqual([{ rego: plate, state: 'qld' }]);
  });

  it.each([
    ['finds-nothing', 'not_found'],
    ['busy', 'unavailable'],
    ['fails', 'unavailable'],
    ['silent', 'unavailable'],
  ] as const)(
    'FORM-10 a register that %s leads to typing in by hand, the plate kept',
    async (faultMode, problem) => {
      journey.register.behave(faultMode);
      const id = await journey.begun();
      expect(await journey.show(id, '')).toEqual(go(id, 'vehicle'));
      expect((await recordOf(setup, id))?.record).toMatchObject({
        rego: 'ABC123',
        regoState: 'qld',
        vehicle: null,
        lookup_problem: problem,
      });
    },
  );

  it('FORM-10 who does not know the plate types the vehicle in', async () => {
    const id = await journey.begun({ rego: '', regoState: 'qld', no_plate: 'on' });
    expect(await journey.show(id, 'vehicle')).toMatchObject({ kind: 'page', status: 200 });
    expect(journey.register.requests).toEqual([]);
    expect(await journey.post(id, 'vehicle', { ...VEHICLE, year: '1850', make: '' })).toMatchObject({
      status: 422,
      form: {
        errors: { year: 'Enter a year, such as 2019.', make: 'This is a required field.' },
        values: { model: 'HiLux', year: '1850' },
      },
    });
    expect(await journey.post(id, 'vehicle', VEHICLE)).toEqual(go(id, 'condition'));
  });

  it('FORM-10 without a register, and on a site that looks nothing up, nothing is invented', async () => {
    setup.services.vehicleData = {};
    const id = await journey.begun();
    expect((await recordOf(setup, id))?.record).toMatchObject({
      rego: 'ABC123',
      vehicle: null,
      lookup_problem: null,
    });
    const tradeIn = { ...setup.dealer.tradeIn, regoLookup: false };
    const own = tradeInJourney(setup, { ...setup.dealer, tradeIn });
    await own.begun(GOOD_PLATE);
    expect(own.register.requests).toEqual([]);
  });

  it('FORM-11 many plates of one address are looked up no more, and the shopper goes on', async () => {
    for (let at = 0; at < 16; at += 1) await journey.begun();
    expect(journey.register.requests).toHaveLength(15);
    const last = await journey.begin();
    expect(last).toMatchObject({ kind: 'begun', to: expect.stringMatching(/\/vehicle$/) });
  });
});
