import fc from 'fast-check';
import { expect, it } from 'vitest';
import { multiLine, singleLine } from './safe-text.ts';

it('FORM-02 a single-line field cannot inject a header', () => {
  expect(singleLine('Ann\r\nBcc: all@example.com\u0000\u202Eevil')).toBe('Ann Bcc: all@example.com evil');
});

it('FORM-02 a message keeps its paragraphs', () => {
  expect(multiLine(' Hello,\r\n\r\n\r\n\tis it \u0007 there?\r')).toBe('Hello,\n\nis it there?');
});

it('FORM-02 no control character survives, and cleaning twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = singleLine(text);
      expect(line).not.toMatch(/\p{Cc}/u);
      expect(singleLine(line)).toBe(line);
      const lines = multiLine(text);
      expect(lines.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      expect(multiLine(lines)).toBe(lines);
    }),
  );
});
