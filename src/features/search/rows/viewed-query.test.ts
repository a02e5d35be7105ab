import { expect, it } from 'vitest';
import { viewedQuery } from './viewed-query.ts';

it('VDP-22 all viewed before are asked for, the last first, but not the one whose page it is', () => {
  expect(viewedQuery([{ id: 'c' }, { id: 'b' }, { id: 'a&b' }], 'b')).toBe('id=c&id=a%26b');
  expect(viewedQuery([{ id: 'b' }], 'b')).toBe('');
  expect(viewedQuery([{ id: 'b' }], undefined)).toBe('id=b');
});

it.each([null, 7, {}, [], [null, 7, 'x', {}, { id: '' }, { id: 0 }]])(
  'VDP-22 nothing is asked for where %j is remembered',
  (stored) => expect(viewedQuery(stored, 'b')).toBe(''),
);
