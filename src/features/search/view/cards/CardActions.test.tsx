import { expect, it } from 'vitest';
import type { CardDocument } from '#src/features/search/index/search-document.ts';
import { car, htmlOf, textOf } from '../../../../../tests/fixtures/rendered-card.tsx';

const buttonsOf = (html: string) =>
  [...html.matchAll(/<a class="button[^>]*href="([^"]*)">([^<]*)</g)].map(([, href, text]) => [text, href]);
const ON = { checkout: true, reserve: true };

it('CARD-02 buttons are the dealer’s, in order and wording', () => {
  expect(textOf(htmlOf())).toMatch(/View Details\|: 2022 Toyota HiLux SR5\|Enquire Now/);
  const finance = htmlOf({
    card: { buttons: ['finance', 'view_details'], financeWording: 'Get Pre-Approval' },
  });
  expect(textOf(finance)).toMatch(/Get Pre-Approval\|: .*\|View Details/);
});

it('CARD-02 what a shopper asks for leads to its form about this car', () => {
  const html = htmlOf({ card: { buttons: ['enquire', 'test_drive', 'finance'] } });
  const hrefs = [...html.matchAll(/<a class="button[^>]*href="([^"]*)"/g)].map(([, href]) => href);
  expect(hrefs).toEqual(
    ['enquire-now', 'test-drive', 'enquire-now'].map((form) => `/enquire/${form}?car_id=${car.id}`),
  );
});

it('CARD-02 a car that is gone offers something similar and nothing to buy', () => {
  const sold = htmlOf({ change: { status: 'sold' } });
  expect(textOf(sold)).toContain('JUST SOLD');
  expect(textOf(sold)).toContain('Like this and want something similar?|Find Me Something Similar');
  expect(sold).toContain(`href="/enquire/find-similar?car_id=${car.id}"`);
  expect(sold).not.toContain('Enquire Now');
  expect(sold).not.toContain('/ week');
});

it('CARD-05 Test Drive Only offers the test drive in place of the enquiry', () => {
  const html = htmlOf({ change: { tag: 'Test Drive Only' } });
  expect(html).toMatch(/href="\/enquire\/test-drive\?car_id=[^"]*">Book a Test Drive/);
  expect(html).not.toContain('Enquire Now');
});

it('CARD-05 Test Drive Only offers the test drive also where the dealer lists neither it nor the enquiry', () => {
  const change = { tag: 'Test Drive Only' };
  const textsOf = (buttons: string[]) =>
    buttonsOf(htmlOf({ card: { buttons }, change })).map(([text]) => text);
  expect(textsOf(['view_details'])).toEqual(['View Details', 'Book a Test Drive']);
  expect(textsOf(['view_details', 'finance'])).toEqual(['View Details', 'Book a Test Drive']);
});

it('CFG-13 a motorcycle is ridden and a caravan inspected, on one site beside cars', () => {
  const wordsFor = (item_type: CardDocument['item_type']) =>
    buttonsOf(htmlOf({ card: { buttons: ['test_drive'] }, change: { item_type } })).map(([text]) => text);
  expect(wordsFor('car')).toEqual(['Book a Test Drive']);
  expect(wordsFor('motorcycle')).toEqual(['Book a Test Ride']);
  expect(wordsFor('caravan')).toEqual(['Arrange an inspection']);
});

it('VDP-26 Reserve Now names its deposit and leads to the checkout, for reservable cars where it is on', () => {
  const card = { buttons: ['reserve', 'enquire'] };
  const change = { reservable: true };
  expect(buttonsOf(htmlOf({ card, change, switches: ON }))[0]).toEqual([
    'Reserve Now $200',
    `/cars/${car.slug}/checkout`,
  ]);
  for (const less of [
    { change: { reservable: false }, switches: ON },
    { change, switches: { ...ON, checkout: false } },
    { change, switches: { ...ON, reserve: false } },
    { change: { ...change, dealership_slug: null }, switches: ON },
  ]) {
    expect(buttonsOf(htmlOf({ card, ...less })).map(([text]) => text)).toEqual(['Enquire Now']);
  }
});

it('CARD-02 a card whose only button is off still leads to the car', () => {
  expect(buttonsOf(htmlOf({ card: { buttons: ['reserve'] } }))).toEqual([
    ['View Details', `/cars/${car.slug}`],
  ]);
});

it('FIN-01 the finance button tells the finance page which car it is about', () => {
  const card = { buttons: ['finance'] };
  const change = { vin: 'JT123' };
  const sentQuery =
    'preferredDealership=south&amp;vehiclePriceBudget=52990&amp;car_id=abc&amp;car_type=used&amp;vin=JT123';
  expect(buttonsOf(htmlOf({ card, change, site: { financeHref: '/finance' } }))[0]?.[1]).toBe(
    `/finance?${sentQuery}`,
  );
  expect(
    buttonsOf(htmlOf({ card, change, site: { financeHref: 'https://loans.example/apply?x=1' } }))[0]?.[1],
  ).toBe(`https://loans.example/apply?x=1&amp;${sentQuery}`);
});

it('CFG-08 no test drive where the dealership offers none, a Test Drive Only car included', () => {
  const card = { buttons: ['enquire', 'test_drive'] };
  const switches = { testDrive: false };
  expect(buttonsOf(htmlOf({ card, switches })).map(([text]) => text)).toEqual(['Enquire Now']);
  const only = htmlOf({ card, switches, change: { tag: 'Test Drive Only' } });
  expect(buttonsOf(only).map(([text]) => text)).toEqual(['Enquire Now']);
});

it('BUY-220 a card with the button to reserve states the terms beside it, and no other card does', () => {
  const card = { buttons: ['reserve', 'enquire'] };
  const html = htmlOf({ card, change: { reservable: true }, switches: ON });
  expect(textOf(html)).toContain('Refundable until you sign the contract. Held for 3 days. |Terms');
  expect(html).toContain('href="/terms-and-conditions#reserving"');
  expect(htmlOf({ card })).not.toContain('Refundable');
});
