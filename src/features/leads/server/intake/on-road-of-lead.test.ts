import * as v from 'valibot';
import { expect, it } from 'vitest';
import { leadFacts } from '#src/features/leads/delivery/lead-facts.ts';
import { LEAD_FORMS } from '#src/features/leads/forms/lead-form.ts';
import { VehicleSchema } from '#src/features/vehicle/vehicle.ts';
import { configured } from '../../../../../tests/fixtures/configured.ts';
import { composePayload } from './compose-payload.ts';

const dealer = configured({ state: 'qld' });

function payloadOf(postcode: string, priceType = 'excluding_government_charges') {
  const car = v.parse(VehicleSchema, {
    ...{ make: 'Mazda', model: 'CX-5', year: 2022, car_type: 'used', status: 'in_stock', cylinders: 4 },
    ...{ price: 3_000_000, price_type: priceType },
  });
  return composePayload({
    ...{ dealer, formName: 'vehicle-enquiry', form: LEAD_FORMS['vehicle-enquiry'], fields: [], body: {} },
    ...{ values: { postcode }, userAgent: '', now: new Date('2026-11-30T00:00:00Z') },
    car: { ...car, id: 'a', slug: 'a' },
  });
}

it('FORM-210 a lead carries the estimate for its postcode, else for the dealer’s state', () => {
  expect(payloadOf('3000').on_road_estimate).toMatchObject({
    state: 'vic',
    lines: [{ cents: 3_000_000 }, { label: 'Stamp duty in VIC', cents: 126_000 }, {}, {}, {}],
  });
  expect(payloadOf('').on_road_estimate?.state).toBe('qld');
  expect(payloadOf('3000', 'drive_away').on_road_estimate).toBeUndefined();
});

it('FORM-210 the dealer reads it line by line', () => {
  const fact = leadFacts(payloadOf('4000')).find(({ label }) => label === 'Estimated price on the road');
  expect(fact?.value).toMatch(
    /^\$[\d,]+ in QLD \(Advertised price \$30,000, Stamp duty in QLD \$900, Registration, 12 months \$/,
  );
});
