import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLeadAttributes } from './lead-payload.ts';

it('FORM-04 keeps the last 20 pages and the texts of the link', () => {
  const pages = Array.from({ length: 25 }, (_, n) => `/cars/${n}`);
  const read = readLeadAttributes(JSON.stringify(pages), '{"utm_source":"mail","n":1}');
  expect(read.visited_pages).toEqual(pages.slice(-20));
  expect(read.linked_query_params).toEqual({ utm_source: 'mail' });
});

it.each([undefined, '', '{', 'null', '7', '"x"', '{"a":1}', '[1,{},"//x"]'])(
  'FORM-04 %s does no harm',
  (sent) => {
    const read = readLeadAttributes(sent, sent);
    expect(read.visited_pages.every((page) => page.startsWith('/'))).toBe(true);
    expect(read.linked_query_params).toEqual({});
  },
);

it('FORM-04 for any input, the size is bounded', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (pages, params) => {
      expect(JSON.stringify(readLeadAttributes(pages, params)).length).toBeLessThan(20_000);
    }),
  );
});
