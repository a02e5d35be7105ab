import { expect, it } from 'vitest';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { withOverlay } from './listing-history.ts';

const fed = {
  ...{ price: 2_499_000, offer_price: 2_399_000, before_price: 2_699_000, price_type: 'drive_away' },
  ...{ show_on_dealer_website: true, updatedAt: '2026-03-01T00:00:00.000Z' },
  advertised: { cents: 2_399_000, type: 'drive_away', since: '2026-03-01T00:00:00.000Z' },
  youxQuote: { weeklyRepaymentAmount: 11_000, advertisedRate: 7, comparisonRate: 8 },
  finance_lenders: { youx: {} },
} as unknown as StockedVehicle;
const nothing = { isHidden: false, price: null, changedAt: '2026-02-01T00:00:00.000Z' };

it('PLAT-03 an overlay in which nothing is set leaves a vehicle as its feed says', () => {
  expect(withOverlay(fed, nothing)).toEqual(fed);
});

it('PLAT-03 a set price has the type of the vehicle, and no offer, former price or repayment of another price', () => {
  const { offer_price, before_price, youxQuote, ...rest } = fed;
  expect(withOverlay(fed, { ...nothing, price: 1_999_000 })).toEqual({
    ...rest,
    price: 1_999_000,
    advertised: null,
    setOver: fed.advertised,
    finance_lenders: {},
  });
});

it('PLAT-03 a hidden vehicle is off the website; one its feed hides is never shown', () => {
  expect(withOverlay(fed, { ...nothing, isHidden: true }).show_on_dealer_website).toBe(false);
  const hiddenByFeed = { ...fed, show_on_dealer_website: false };
  expect(withOverlay(hiddenByFeed, nothing).show_on_dealer_website).toBe(false);
});

it('PLAT-03 pages that are open learn of a change by its time', () => {
  const changedAt = '2026-04-01T00:00:00.000Z';
  expect(withOverlay(fed, { ...nothing, changedAt }).updatedAt).toBe(changedAt);
});
