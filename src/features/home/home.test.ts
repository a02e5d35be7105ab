import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BODY_LABELS } from '#src/domain/search/facets.ts';
import { pennants, stringPath } from './bunting.ts';
import { SHAPE_OF_BODY } from './car-shapes.data.ts';

it('SRCH-24 every body type has a drawing', () => {
  expect(Object.keys(SHAPE_OF_BODY).sort()).toEqual(Object.keys(BODY_LABELS).sort());
});

it('CFG-15 bunting hangs between its ties, lowest in the middle, however many there are', () => {
  const measures = fc.record({
    ties: fc.uniqueArray(fc.integer({ min: 0, max: 4000 }), { minLength: 2, maxLength: 9 }),
    height: fc.integer({ min: 0, max: 50 }),
    sag: fc.integer({ min: 1, max: 90 }),
    flag: fc.constant(20),
  });
  fc.assert(
    fc.property(measures, ({ ties, ...rest }) => {
      const bunting = { ties: ties.sort((a, b) => a - b), ...rest };
      const tops = pennants(bunting).map(({ points }) => Number(points.split(/[ ,]/)[1]));
      expect(tops).toHaveLength((ties.length - 1) * 8);
      expect(Math.min(...tops)).toBeGreaterThanOrEqual(rest.height);
      expect(Math.max(...tops)).toBeLessThanOrEqual(rest.height + rest.sag);
      expect(stringPath(bunting).match(/M/g)).toHaveLength(ties.length - 1);
    }),
  );
});
