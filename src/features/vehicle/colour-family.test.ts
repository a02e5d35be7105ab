import { expect, it } from 'vitest';
import { COLOUR_FAMILIES, colourFamily } from './vehicle-families.ts';

it.each([
  ['White', 'White'],
  ['Snowflake White Pearl', 'White'],
  ['Crystal Pearl', 'White'],
  ['Obsidian Grey', 'Grey'],
  ['Obsidian Black', 'Black'],
  ['Black Sapphire', 'Black'],
  ['Soul Red Crystal', 'Red'],
  ['Merlot Red', 'Red'],
  ['Burgundy', 'Red'],
  ['Blue Lightning', 'Blue'],
  ['Eventide', 'Blue'],
  ['White with grey decals', 'White'],
  ['Red / Black', 'Red'],
  ['Titanium gray metallic', 'Grey'],
  ['Volcanic Amber', 'Orange'],
])('SRCH-04 the colour %s is of the family %s', (colour, family) => {
  expect(colourFamily(colour)).toBe(family);
});

it.each(['Custom', 'Crème Brûlée', '', '-'])('SRCH-04 "%s" is of no family', (colour) => {
  expect(colourFamily(colour)).toBeNull();
});

it('SRCH-04 every family is its own', () => {
  for (const family of COLOUR_FAMILIES) expect(colourFamily(family)).toBe(family);
});
