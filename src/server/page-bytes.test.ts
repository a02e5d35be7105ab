import fc from 'fast-check';
import { expect, it } from 'vitest';
import { elementsOf, insertBefore, replaceElements } from './page-bytes.ts';

const replaced = (html: string, replace: (text: string) => string | undefined) =>
  replaceElements(Buffer.from(html), '<b>', '</b>', replace).toString();

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

it('PLAT-02 text is put before the first mark only', () => {
  expect(insertBefore(Buffer.from('é<i>a<i>'), '<i>', '’').toString()).toBe('é’<i>a<i>');
  expect(insertBefore(Buffer.from('é'), '<i>', '’').toString()).toBe('é');
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
