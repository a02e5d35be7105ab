import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BODY_LABELS } from '#src/features/search/facets/facets.ts';
import { BODIES_OF_ANY_SHAPE } from '#src/features/vehicle/body-words.ts';
import { SHAPE_OF_BODY } from './car-shapes.data.ts';

it('SRCH-24 every body type has a drawing, except those of any shape', () => {
  const shapes = Object.keys(BODY_LABELS).filter((body) => !BODIES_OF_ANY_SHAPE.has(body));
  expect(Object.keys(SHAPE_OF_BODY).sort()).toEqual(shapes.sort());
  const drawings = readFileSync(new URL('car-shapes.svg', import.meta.url), 'utf8');
  for (const shape of Object.values(SHAPE_OF_BODY)) expect(drawings).toContain(`<symbol id="${shape}"`);
});
