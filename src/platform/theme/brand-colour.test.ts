import fc from 'fast-check';
import { expect, it } from 'vitest';
import { brandColour, contrastRatio, MINIMUM_CONTRAST } from './theme-colours.ts';

it('CFG-15 five makes have their own colour, and the dealer’s choice comes first', () => {
  const makes = ['Subaru', 'Foton', 'Peugeot', 'Škoda', 'Deepal'];
  expect(makes.every((make) => brandColour({ brandColours: {} }, make))).toBe(true);
  expect(brandColour({ brandColours: { subaru: '#ffee00' } }, 'Subaru')).toEqual({
    colour: '#ffee00',
    onColour: '#000000',
  });
  expect(brandColour({ brandColours: {} }, 'Toyota')).toBeUndefined();
});

it('CFG-15 text is legible on any colour a dealer chooses', () => {
  const hex = fc.stringMatching(/^#[0-9a-f]{6}$/);
  fc.assert(
    fc.property(hex, (colour) => {
      const chosen = brandColour({ brandColours: { kia: colour } }, 'Kia');
      expect(contrastRatio(colour, chosen?.onColour ?? colour)).toBeGreaterThanOrEqual(MINIMUM_CONTRAST);
    }),
  );
});
