import { expect, it } from 'vitest';
import { BODY_LABELS } from '#src/domain/search/facets.ts';
import { SHAPE_OF_BODY } from './car-shapes.data.ts';

it('SRCH-24 every body type has a drawing', () => {
  expect(Object.keys(SHAPE_OF_BODY).sort()).toEqual(Object.keys(BODY_LABELS).sort());
});
