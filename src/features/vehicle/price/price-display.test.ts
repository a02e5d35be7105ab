import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PRICE_TYPES } from '#src/config/sections/stock/stock-terms.ts';
import { MAX_PLACEHOLDER_CENTS, type Pricing, priceDisplay, priceTypeMeaning } from './price-display.ts';

const NOTHING: Pricing = {
  price: null,
  offer_price: null,
  subscription_price: null,
  before_price: null,
  preorder: false,
  price_type: 'drive_away',
};
const EVERYTHING: Pricing = {
  ...{ price: 4_000_000, offer_price: 3_900_000, before_price: 4_500_000 },
  ...{ subscription_price: 18_000, preorder: true, price_type: 'drive_away' },
};
const display = (pricing: Partial<Pricing>, subscriptionSite = false) =>
  priceDisplay({ ...NOTHING, ...pricing }, { noPriceText: 'Ask us', subscriptionSite });

it('VDP-09 subscription comes before offer, offer before price, price before PREORDER, and that before the text', () => {
  expect(display(EVERYTHING, true)).toMatchObject({ kind: 'subscription', text: '$180 / week' });
  expect(display(EVERYTHING).text).toBe('$39,000');
  expect(display({ ...EVERYTHING, offer_price: null }).text).toBe('$40,000');
  expect(display({ ...EVERYTHING, offer_price: null, price: null }).text).toBe('PREORDER');
  expect(display(NOTHING).text).toBe('Ask us');
});

it.each(['price', 'offer_price'] as const)('VDP-09 a %s of $10 is none, a cent more is', (field) => {
  expect(display({ [field]: MAX_PLACEHOLDER_CENTS }).text).toBe('Ask us');
  expect(display({ [field]: MAX_PLACEHOLDER_CENTS + 1 }).text).toBe('$10.01');
});

it('VDP-09 the earlier price is shown only if it exceeds the price', () => {
  const price = 4_000_000;
  expect(display({ price, before_price: price + 100 }).wasText).toBe('$40,001');
  expect(display({ price, before_price: price }).wasText).toBeNull();
  expect(display({ price, before_price: price - 1 }).wasText).toBeNull();
});

it('VDP-09 no amount is shown without its type, nor a type or an earlier price without an amount', () => {
  const cents = fc.option(fc.integer({ min: 0, max: 50_000_000 }));
  const pricing = fc.record({
    ...{ price: cents, offer_price: cents, subscription_price: cents, before_price: cents },
    preorder: fc.boolean(),
    price_type: fc.constantFrom(null, 'drive_away' as const, 'excluding_government_charges' as const),
  });
  fc.assert(
    fc.property(pricing, fc.boolean(), (each, subscriptionSite) => {
      const { cents: shown, typeText, text, wasText } = display(each, subscriptionSite);
      expect(typeText !== null).toBe(shown !== null);
      expect(text.includes('$')).toBe(shown !== null);
      if (shown === null) expect(wasText).toBeNull();
    }),
  );
});

it('VDP-229 each type of price has one label, and says in a sentence what it includes', () => {
  const meanings = PRICE_TYPES.map((type) => priceTypeMeaning(type));
  expect(meanings).toEqual([
    'Drive away: what you pay, with stamp duty, registration and dealer delivery.',
    'Estimated drive away: stamp duty, registration and dealer delivery are estimated, and yours are confirmed before you sign.',
    'Excl. government charges: stamp duty and registration, or its transfer, come on top.',
  ]);
  expect(priceTypeMeaning('estimated_drive_away', 'motorcycle')).toMatch(/^Estimated ride away:/);
  expect(priceTypeMeaning('drive_away', 'part')).toBeNull();
});
