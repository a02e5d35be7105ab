import { expect, it } from 'vitest';
import { isAccessible, JOURNEY_PAGES, nextPage, progressAt } from './trade-in-journey.ts';
import { newTradeIn, type TradeInRecord, withFacts } from './trade-in-record.ts';

const PHOTOS = { photos: true };
const begun = newTradeIn('id', { rego: 'ABC123', regoState: 'qld' });
const found: TradeInRecord = { ...begun, vehicle: { year: 2021, make: 'Toyota', model: 'HiLux' } };
const valued: TradeInRecord = { ...found, valued_at: '2026-07-01T00:00:00Z', offer_price: 2_000_000 };
const sent: TradeInRecord = { ...valued, lead_id: 'lead', form_completed: true };

it.each([
  ['vehicle', begun],
  ['condition', found],
  ['details', valued],
  ['offer', sent],
  ['photos', { ...sent, offer_accepted: true }],
  ['photos', { ...sent, offer_accepted: false }],
  ['photos', { ...sent, offer_price: null, no_estimate_reason: 'too_old' }],
] as const)('FORM-10 the valuation continues with %s', (page, record) => {
  expect(nextPage(record, PHOTOS)).toBe(page);
  expect(isAccessible(record, page, PHOTOS)).toBe(true);
});

it('FORM-10 a site without photos ends after the estimate', () => {
  expect(nextPage({ ...sent, offer_accepted: true }, { photos: false })).toBe('done');
  expect(isAccessible(sent, 'photos', { photos: false })).toBe(false);
  expect(progressAt('done', { photos: false }, { kind: 'car', hasPlate: true })).toEqual({
    steps: ['Your plate', 'Condition', 'Your details', 'Estimate'],
    current: 4,
  });
});

it.each([
  ['car', 'Your vehicle'],
  ['motorcycle', 'Your motorcycle'],
  ['caravan', 'Your caravan'],
] as const)('FORM-10 CFG-13 without a plate the first step is the %s itself', (kind, first) => {
  const { steps, current } = progressAt('vehicle', PHOTOS, { kind, hasPlate: false });
  expect([steps[0], current]).toEqual([first, 1]);
});

it('FORM-10 no estimate is shown before the details, and nothing changes after the dealer has it', () => {
  expect(JOURNEY_PAGES.filter((page) => isAccessible(begun, page, PHOTOS))).toEqual(['vehicle']);
  expect(JOURNEY_PAGES.filter((page) => isAccessible(valued, page, PHOTOS))).toEqual([
    'vehicle',
    'condition',
    'details',
  ]);
  expect(JOURNEY_PAGES.filter((page) => isAccessible(sent, page, PHOTOS))).toEqual([
    'offer',
    'photos',
    'done',
  ]);
});

it('FORM-10 changed facts remove the estimate', () => {
  expect(withFacts(valued, { adjustmentAnswers: { condition: 'poor' } })).toMatchObject({
    offer_price: null,
    valued_at: null,
    adjustmentAnswers: { condition: 'poor' },
  });
});
