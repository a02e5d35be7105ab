import { expect, it } from 'vitest';
import { type PriceDisplay, priceDisplay } from './price/price-display.ts';
import { carFields, changedFields, photosText } from './vehicle-endpoints.ts';

const priced = (price: number | null, before: number | null = null): PriceDisplay =>
  priceDisplay(
    {
      price,
      before_price: before,
      offer_price: null,
      subscription_price: null,
      preorder: false,
      price_type: 'drive_away',
    },
    { noPriceText: 'Price on request' },
  );
const CAR = { status: 'in_stock', reserved: false, updatedAt: '2026-06-18T02:00:00.000Z' } as const;
const LATER = '2026-06-18T03:00:00.000Z';
const PAGE = carFields(CAR, priced(4_599_000), 7);
const { updated_at } = PAGE;

it('VDP-21 the fields match the page: price with its type, photos counted in words', () => {
  expect(PAGE).toEqual({
    status: 'in_stock',
    reserved: false,
    price_text: '$45,990',
    price_type_text: 'Drive away',
    was_text: '',
    photos_count: '7 photos',
    updated_at,
  });
  expect([0, 1, 2].map(photosText)).toEqual(['No photos yet', '1 photo', '2 photos']);
});

it('VDP-21 a vehicle whose page has the same timestamp is unchanged, in any timestamp format', () => {
  expect(changedFields(PAGE, PAGE)).toEqual({});
  expect(changedFields(PAGE, { updated_at })).toEqual({});
  expect(changedFields(PAGE, { updated_at: '2026-06-18T12:00:00+10:00' })).toEqual({});
});

it('VDP-21 only differences are sent; a price with its type and the earlier price', () => {
  const cheaper = carFields({ ...CAR, updatedAt: LATER }, priced(4_399_000, 4_599_000), 7);
  expect(changedFields(cheaper, PAGE)).toEqual({
    price_text: '$43,990',
    price_type_text: 'Drive away',
    was_text: '$45,990',
    updated_at: LATER,
  });
  const reserved = carFields({ ...CAR, reserved: true }, priced(4_599_000), 8);
  expect(changedFields(reserved, PAGE)).toEqual({ reserved: true, photos_count: '8 photos' });
  expect(changedFields({ ...PAGE, updated_at: LATER }, PAGE)).toEqual({ updated_at: LATER });
});

it('VDP-35 a page that sends only its photos and timestamp gets all other fields once the timestamp differs', () => {
  const now = carFields({ ...CAR, updatedAt: LATER }, priced(null), 7);
  const { photos_count, ...others } = now;
  expect(changedFields(now, { photos_count, updated_at })).toEqual(others);
  expect(changedFields(now, {})).toEqual(now);
  expect(changedFields(now, { updated_at: 'yesterday' })).toEqual(now);
});
