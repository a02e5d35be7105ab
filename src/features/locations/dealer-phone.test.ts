import { expect, it } from 'vitest';
import { dealerPhones, locationPhones, phoneMask } from './location-phones.ts';

const PHONES = ['07 5550 0110', '0412 345 678', '1300 555 019', '131'];

it.each([
  ['Ring 07 5550 0110 today', 'Ring 07 55******* today'],
  ['Ring (07) 5550-0110.', 'Ring (07) 5********.'],
  ['0755500110', '07555*****'],
  ['+61 7 5550 0110', '+61 7**********'],
  ['+61 (0)7 5550 0110', '+61 (*************'],
  ['5550 0110 after hours', '5550 **** after hours'],
  ['text 0412345678 or 0412 345 678', 'text 04123***** or 0412 *******'],
  ['+61 412 345 678', '+61 4**********'],
  ['1300 555 019', '1300 *******'],
])('VDP-17 a number of the dealer is masked however it is written: "%s"', (text, masked) => {
  expect(phoneMask(PHONES)(text)).toBe(masked);
  expect(phoneMask([])(text)).toBe(text);
});

it.each([
  'Only 131 left',
  '$55,500, 110 km',
  'Stock 107555001102',
  '412 345 678 km',
  'Another dealer: 07 5550 0111',
])('VDP-17 what is no number of the dealer stays: "%s"', (text) => {
  expect(phoneMask(PHONES)(text)).toBe(text);
});

it('CFG-18 a dealer has the numbers of its cars and of its locations', () => {
  const locations = [{ phone: '3', landline_phone: '4' }, { phone: '5' }];
  expect(dealerPhones({ phones: { main: '1', used: '2' }, locations })).toEqual(['1', '2', '3', '4', '5']);
});

it('LOC-13 the second number of a location says that it is the landline', () => {
  expect(
    locationPhones({ phone: '0412 345 678', landline_phone: '07 5550 0111' }).map(({ text }) => text),
  ).toEqual(['0412 345 678', 'Landline 07 5550 0111']);
  expect(locationPhones({ phone: '07 5550 0110' })).toEqual([
    { number: '07 5550 0110', text: '07 5550 0110' },
  ]);
});
