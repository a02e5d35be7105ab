import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toSupportedText, truncateAtWord } from './pdf-paper.ts';

it.each([
  ['Škoda, Citroën, 4×4', 'Škoda, Citroën, 4×4'],
  ['Sko\u030cda', 'Skǒda'.replace('ǒ', 'o')],
  ['Great car 🚙🔥!', 'Great car !'],
  ['🚙', ''],
  ['ﬁne', 'fine'],
  ['Nguyễn', 'Nguyen'],
  ['東京 Yard', '?? Yard'],
  ['one\r\ntwo\n\n\n\nthree', 'one\ntwo\n\nthree'],
  ['a\u0007b\tc', 'ab c'],
  ['a → b', 'a -> b'],
])('VDP-20 %j is set as %j', (text, set) => {
  expect(toSupportedText(text)).toBe(set);
});

it('VDP-20 any text of a feed is set in letters of the typefaces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(toSupportedText(text)).toBe(toSupportedText(toSupportedText(text)));
      expect(toSupportedText(text)).not.toMatch(/[\p{Cc}--\n]|\p{Emoji_Presentation}/v);
    }),
  );
});

it('VDP-20 a long text is cut between words, and one long word within', () => {
  expect(truncateAtWord('one two three', 20)).toBe('one two three');
  expect(truncateAtWord('one two three', 9)).toBe('one two…');
  expect(truncateAtWord('one two three', 7)).toBe('one two…');
  expect(truncateAtWord('one, two', 5)).toBe('one…');
  expect(truncateAtWord('x'.repeat(30), 10)).toBe(`${'x'.repeat(10)}…`);
});
