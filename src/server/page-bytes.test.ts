import fc from 'fast-check';
import { expect, it } from 'vitest';
import { edited, elementsOf, exactText, replacements } from './page-bytes.ts';

const replaced = (html: string, replace: (text: string) => string | undefined) =>
  edited(Buffer.from(html), replacements(Buffer.from(html), '<b>', '</b>', replace)).toString();

it('PLAT-02 elements are replaced where they are, and a page without one stays', () => {
  expect(replaced('a <b>1</b> “b” <b>2</b> c', (text) => `[${text.length}]`)).toBe('a [8] “b” [8] c');
  expect(replaced('a <b>1</b> b', () => undefined)).toBe('a <b>1</b> b');
  expect(replaced('a <b>1', () => '')).toBe('a <b>1');
});

it('PLAT-02 what an element holds survives byte for byte', () => {
  expect(replaced('<b>Škoda’s 🚗</b>', (text) => `<i>${text}</i>`)).toBe('<i><b>Škoda’s 🚗</b></i>');
});

it('PLAT-02 an element that stays hides no other', () => {
  const later = '<b>1<b>2</b>';
  expect(replaced(later, (text) => (text === '<b>2</b>' ? '' : undefined))).toBe('<b>1');
  expect(Array.from(elementsOf(Buffer.from(later), '<b>', '</b>'), ({ from }) => from)).toEqual([0, 4]);
});

it('PLAT-02 edits are made where they begin, in any order, and one inside another is left out', () => {
  const edits = [
    { from: 6, to: 7, text: exactText('’') },
    { from: 0, to: 0, text: 'x' },
    { from: 2, to: 5, text: '-' },
    { from: 3, to: 4, text: 'never' },
  ];
  expect(edited(Buffer.from('0123456789'), edits).toString()).toBe('x01-5’789');
});

it('PLAT-02 as a replacement of text would have it, for any page', () => {
  const part = fc.oneof(fc.constantFrom('<b>', '</b>', '<b>x</b>'), fc.string());
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const html = parts.join('');
      expect(replaced(html, () => '1')).toBe(html.replace(/<b>[\s\S]*?<\/b>/g, '1'));
    }),
  );
});
