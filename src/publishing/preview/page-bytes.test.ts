import { expect, it } from 'vitest';
import { edited, exactText, partsOf } from './rewrite-page.ts';

it('PLAT-02 edits are made where they begin, in any order, and one inside another is left out', () => {
  const edits = [
    { from: 6, to: 7, text: exactText('’') },
    { from: 0, to: 0, text: 'x' },
    { from: 2, to: 5, text: '-' },
    { from: 3, to: 4, text: 'never' },
  ];
  expect(edited(Buffer.from('0123456789'), edits).toString()).toBe('x01-5’789');
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
