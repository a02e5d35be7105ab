import fc from 'fast-check';
import { expect, it } from 'vitest';
import { edited, elementsOf, exactText, partsOf, replacements } from './page-bytes.ts';

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

it.each([
  ['short', '<p>é</p>'],
  ['many elements', '<a href="/images/a/b.webp">é</a>'.repeat(10_000)],
  ['one long attribute', `<i data-all="${'/images/a/b.webp&quot;'.repeat(10_000)}">`],
  ['a long script', `<script>${'a'.repeat(200_000)}</script>`],
])('PLAT-04 the parts of a page are the page, and cut no path: %s', (_, html) => {
  const page = Buffer.from(html);
  const parts = [...partsOf(page)];
  expect(parts.join('')).toBe(page.toString('latin1'));
  const paths = (text: string) => text.match(/\/images\/[\w./-]+/g)?.length ?? 0;
  expect(parts.reduce((sum, part) => sum + paths(part), 0)).toBe(paths(html));
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(65_536);
});
