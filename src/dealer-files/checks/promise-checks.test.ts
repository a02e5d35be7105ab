import { expect, it } from 'vitest';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { checkedDealer, placesAndWords } from '../../../tests/fixtures/checked-dealer.ts';
import { otherPromises, reservingInTerms } from './promise-checks.ts';

const { dealer } = checkedDealer();
const reserving = (isOn: boolean, terms: string | string[]): DealerConfig => ({
  ...dealer,
  dealerships: dealer.dealerships.map((each) => ({
    ...each,
    switches: { ...each.switches, reserve: isOn, checkout: isOn },
  })),
  content: { ...dealer.content, terms },
});

it('BUY-224 terms of the dealer’s own that speak of reserving are a warning, where vehicles can be reserved', () => {
  const terms = ['Prices are drive away.', 'A car is reserved only on receipt of a signed contract.'];
  expect(placesAndWords(reservingInTerms(reserving(true, terms)))).toEqual([
    ['content.terms.1', 'a text with "reserved"'],
  ]);
  expect(reservingInTerms(reserving(false, terms))).toEqual([]);
  expect(placesAndWords(reservingInTerms(reserving(true, '## Reservations')))).toEqual([
    ['content.terms', 'a text with "Reservations"'],
  ]);
  expect(reservingInTerms(reserving(true, ['Test rides need a security deposit.']))).toEqual([]);
});

const saying = (tagline: string) => placesAndWords(otherPromises({ ...dealer, tagline }));

it('FORM-228 a second promise of when the dealer replies is a warning', () => {
  expect(otherPromises(dealer)).toEqual([]);
  expect(saying('Utes and vans. We reply the same day.')).toEqual([['tagline', '"We reply the same day."']]);
  for (const text of [
    'Answers the same day',
    'We ring back within two hours',
    'A response on the next business day',
  ])
    expect(saying(text)).toHaveLength(1);
  for (const text of [
    'Parts leave the same day',
    'We reply to every letter',
    'Complaints get an answer within 30 days',
  ])
    expect(saying(text)).toEqual([]);
});

it('FORM-228 the promise itself, and what customers say, are none', () => {
  const review = {
    customer_name: 'A',
    text: 'They reply within an hour.',
    rating: 5,
    review_date: '2026-01-01',
  };
  const reviews = { ...dealer.reviews, entries: [review] } as unknown as DealerConfig['reviews'];
  expect(otherPromises({ ...dealer, tagline: dealer.leads.responsePromise, reviews })).toEqual([]);
});
