import { expect, it } from 'vitest';
import { postcodeCentroid } from '#src/features/locations/postcode-centroid.ts';
import { locateSuburb } from './locate-suburb.ts';

it('LOC-274 a suburb is found by name, with its state and postcode or without', () => {
  const toowoomba = postcodeCentroid('4350');
  expect(toowoomba).toBeDefined();
  for (const text of ['Toowoomba', 'TOOWOOMBA QLD', 'Toowoomba, Qld 4350', ' toowoomba  4350 '])
    expect(locateSuburb(text), text).toEqual(toowoomba);
  expect(locateSuburb('Surry Hills')).toEqual(postcodeCentroid('2010'));
});

it('LOC-274 of suburbs with one name that of the dealer’s state is meant, unless another is named', () => {
  expect(locateSuburb('Springwood')).toBeUndefined();
  expect(locateSuburb('Springwood', 'qld')).toEqual(postcodeCentroid('4127'));
  expect(locateSuburb('Springwood NSW', 'qld')).toEqual(postcodeCentroid('2777'));
});

it('LOC-274 other texts are no suburb', () => {
  for (const text of ['', 'Nowhere', 'qld', '4350', 'constructor', '12 Ruthven Street, Toowoomba QLD 4350'])
    expect(locateSuburb(text, 'qld'), text).toBeUndefined();
});
