import { expect, it } from 'vitest';
import { attribute, htmlOf, textOf } from '../../../../../tests/fixtures/rendered-card.tsx';

const DRIVE_AWAY = [1, 2, 3, 45_990, 5, 6, null, 8];

it('CARD-210 the estimate for the dealer’s state is below the price, with those of the others', () => {
  const html = htmlOf({ change: { drive_away: DRIVE_AWAY } });
  expect(textOf(html)).toContain('|Est. drive away $45,990 in QLD|');
  expect(attribute(html, 'data-prices')).toBe('1,2,3,45990,5,6,,8');
});

it('CARD-210 a motorcycle is ridden away', () => {
  const html = htmlOf({ change: { drive_away: DRIVE_AWAY, item_type: 'motorcycle' } });
  expect(textOf(html)).toContain('Est. ride away $45,990 in QLD');
});

it('CARD-210 a card has none without estimate, in a state without one, and once sold', () => {
  for (const [change, site] of [
    [{ drive_away: null }, {}],
    [{ drive_away: DRIVE_AWAY }, { state: 'vic' }],
    [{ drive_away: DRIVE_AWAY, status: 'sold' }, {}],
  ] as const)
    expect(htmlOf({ change, site })).not.toContain('drive-away');
});
