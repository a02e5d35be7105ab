import { expect, it } from 'vitest';
import { stateOfPostcode } from './postcode-state.ts';

it.each([
  ['4350', 'qld'],
  ['2000', 'nsw'],
  ['1001', 'nsw'],
  ['2600', 'act'],
  ['2611', 'act'],
  ['2905', 'act'],
  ['0200', 'act'],
  ['2620', 'nsw'],
  ['2540', 'nsw'],
  ['2406', 'nsw'],
  ['2648', 'nsw'],
  ['3644', 'vic'],
  ['3707', 'vic'],
  ['8001', 'vic'],
  ['4380', 'qld'],
  ['9726', 'qld'],
  ['5440', 'sa'],
  ['0872', 'nt'],
  ['4825', 'qld'],
  ['6000', 'wa'],
  ['7000', 'tas'],
  ['0000', undefined],
  ['400', undefined],
  ['4OOO', undefined],
  ['', undefined],
])('FIN-212 postcode %s is in %s, on a border where most of its people live', (postcode, state) => {
  expect(stateOfPostcode(postcode)).toBe(state);
});
