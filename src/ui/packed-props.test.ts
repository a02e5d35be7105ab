import { expect, it } from 'vitest';
import { packed, unpacked } from './packed-props.ts';

it('SRCH-07 props of the island come back as they were, and hold no quotation mark of their own', () => {
  const props = { text: 'say "hello", `now`', list: [1, null, true], left: undefined };
  expect(unpacked(packed(props))).toEqual(props);
  expect(packed({ query: 'mazda 3', page: 1 })).toBe('{`query`:`mazda 3`,`page`:1}');
});
