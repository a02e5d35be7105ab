import fc from 'fast-check';
import { expect, it } from 'vitest';
import { collapseSoldRuns } from './result-items.ts';

type Hit = { id: number; sold: boolean };
const hits = (text: string): Hit[] => [...text].map((letter, id) => ({ id, sold: letter === 's' }));
const collapsed = (text: string) => collapseSoldRuns(hits(text), (hit) => hit.sold).map(({ id }) => id);

it('SRCH-13 the first of each run of sold cars stays', () => {
  expect(collapsed('sss.ss.s')).toEqual([0, 3, 4, 6, 7]);
});

it('SRCH-13 where every hit is sold, all stay', () => {
  expect(collapsed('ssss')).toEqual([0, 1, 2, 3]);
});

it('SRCH-13 no car for sale is ever lost, and no two sold ones stand together', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean()), (sold) => {
      const all = sold.map((isSold, id) => ({ id, sold: isSold }));
      const kept = collapseSoldRuns(all, (hit) => hit.sold);
      expect(kept.filter((hit) => !hit.sold)).toEqual(all.filter((hit) => !hit.sold));
      if (sold.includes(false)) expect(kept.some((hit, at) => hit.sold && kept[at + 1]?.sold)).toBe(false);
    }),
  );
});
