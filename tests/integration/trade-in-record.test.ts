import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { respondToMiscellaneous } from '#src/features/trade-in/server/decide-offer.ts';
import { type LeadSetup, leadServices } from '../fixtures/lead-services.ts';
import { tradeInJourney } from '../fixtures/valuation-journey.ts';

let setup: LeadSetup;
let journey: ReturnType<typeof tradeInJourney>;
let id: string;

beforeEach(async () => {
  setup = await leadServices();
  journey = tradeInJourney(setup);
  id = await journey.sent();
});
afterEach(() => setup.stop());

const miscellaneous = (body: unknown, dealer: DealerConfig = setup.dealer) =>
  respondToMiscellaneous(
    setup.services,
    dealer,
    new Request('http://riverbend.localhost/api/miscellaneous', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
const records = () => setup.services.db.selectFrom('miscellaneous_records').selectAll().execute();

it('FORM-14 a valuation is kept under column_name "valuation", once, as the server knows it', async () => {
  expect(setup.dealer.tradeIn.miscellaneousRecord).toBe(true);
  const asked = { column_name: 'valuation', id };
  const answers = await Promise.all([miscellaneous(asked), miscellaneous(asked)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const [record, ...more] = await records();
  expect(more).toEqual([]);
  expect(record).toMatchObject({ dealer: 'riverbend', column_name: 'valuation', trade_in_id: id });
  expect(JSON.parse(record?.value ?? '')).toMatchObject({
    offer_price: expect.any(Number),
    adjustmentAnswers: { condition: 'good' },
  });
});

it('FORM-14 a site without such records, another dealer and a valuation not shown yet keep none', async () => {
  const off = { ...setup.dealer, tradeIn: { ...setup.dealer.tradeIn, miscellaneousRecord: false } };
  const kookaburra = setup.services.tenants.bySlug('kookaburra-cars') as DealerConfig;
  const other = { ...kookaburra, tradeIn: setup.dealer.tradeIn };
  const asked = { column_name: 'valuation', id };
  expect((await miscellaneous(asked, off)).status).toBe(404);
  expect((await miscellaneous(asked, other)).status).toBe(404);
  expect((await miscellaneous({ ...asked, id: await journey.valued() })).status).toBe(404);
  for (const body of ['', 'null', '[]', { ...asked, column_name: 'admin' }, { ...asked, offer_price: 1 }]) {
    expect((await miscellaneous(body)).status).toBe(400);
  }
  expect(await records()).toEqual([]);
});

it('FORM-14 without scripts the decision keeps it; where that fails the journey goes on', async () => {
  await journey.post(id, 'offer', { decision: 'decline' });
  expect(await records()).toHaveLength(1);
});
