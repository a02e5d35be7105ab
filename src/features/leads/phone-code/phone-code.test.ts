import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalisePhone } from '#src/platform/number/typed-number.ts';
import {
  CODE_LENGTH,
  codeProblem,
  codeText,
  internationalMobile,
  isMobile,
  mobileProblem,
} from './phone-code.ts';

it.each(['0412345678', '04 1234 5678', '+61 412 345 678', '+61 (0) 412 345 678', '61412345678'])(
  'AUTH-01 %s is a mobile, sent to in international format',
  (typed) => {
    expect(isMobile(normalisePhone(typed))).toBe(true);
    expect(internationalMobile(normalisePhone(typed))).toBe('+61412345678');
  },
);

it.each([
  ...['', '0755501234', '1300555123', '1800555123', '+1 412 345 6789', '+44 7412 345678', '+64 412 345 678'],
  ...['041234567', '04123456789', '+610755501234', '0512345678', '190055512'],
])('AUTH-01 "%s" gets no code', (typed) => {
  expect(isMobile(normalisePhone(typed))).toBe(false);
  expect(mobileProblem(typed)).toBe(
    typed === '' ? 'This is a required field.' : 'Enter an Australian mobile number, such as 0412 345 678.',
  );
});

it('AUTH-02 a code is six digits, with the exact messages', () => {
  expect(codeProblem('')).toBe('This is a required field.');
  for (const wrong of [
    '1',
    '12345',
    '1234567',
    '12 456',
    '12345x',
    '１２３４５６',
    '-12345',
    '1e5000',
    '123456\n',
  ])
    expect(codeProblem(wrong)).toBe('Code must be 6 digits.');
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(codeProblem(typed) === undefined).toBe(/^[0-9]{6}$/.test(typed) && typed.length === CODE_LENGTH);
    }),
  );
});

it('AUTH-01 the message ends with the line by which a browser knows the site and the code', () => {
  const text = codeText({ code: '012345', name: 'Riverbend', host: 'www.riverbend.example' });
  expect(text.split('\n').at(-1)).toBe('@www.riverbend.example #012345');
  expect(text).toMatch(/^012345 is your code for Riverbend\. /);
  // One message of 160 letters of the GSM alphabet, of which these are a part.
  expect(text).toMatch(/^[A-Za-z0-9 .,@#\n-]+$/);
  expect(text.length).toBeLessThanOrEqual(160);
});
