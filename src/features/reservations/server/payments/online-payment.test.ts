import { expect, it } from 'vitest';
import { AMOUNT_MESSAGE, checkInvoice, readAmount } from './online-payment.ts';

it.each([
  ['1,250.50', 125_050],
  ['$1250.5', 125_050],
  [' 1 250 ', 125_000],
  ['1', 100],
  ['50000', 5_000_000],
  ['0.10', undefined],
  ['0.99', undefined],
  ['50000.01', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['12.345', undefined],
  ['', undefined],
  ['1.005.00', undefined],
])('BUY-01 the amount %j of an invoice is %s cents', (text, cents) => {
  expect(readAmount(text)).toBe(cents);
});

it('BUY-01 an invoice needs a reference and an amount', () => {
  expect(checkInvoice({ reference: ' INV  7 ', amount: '12.30' })).toEqual({
    reference: 'INV 7',
    amount: 1230,
  });
  expect(checkInvoice({})).toMatchObject({
    errors: { reference: expect.any(String), amount: AMOUNT_MESSAGE },
  });
});
