import { expect, it } from 'vitest';
import {
  byNearness,
  equivalentValues,
  facetOptions,
  filterOptions,
  getFacet,
  offeredOptions,
} from './facets.ts';

const labels = (name: Parameters<typeof getFacet>[0], counts: Record<string, number>) =>
  facetOptions(getFacet(name), counts).map(({ label }) => label);

it('SRCH-05 car_type is listed as new, demo, used whatever the counts', () => {
  expect(labels('car_type', { used: 90, demo: 1, new: 5 })).toEqual(['New', 'Demo', 'Used']);
});

it('SRCH-05 others are listed by count descending, then label', () => {
  expect(labels('make', { Mazda: 4, Audi: 4, Toyota: 9, Kia: 1 })).toEqual([
    'Toyota',
    'Audi',
    'Mazda',
    'Kia',
  ]);
});

it('SRCH-05 of equal counts, numbers in a label sort by their value, and case and accents hardly matter', () => {
  const labels = ['i30', 'I20', 'CX-30', 'cx-5', 'Citroën C4', 'Citron', 'citroen c3'];
  const counts = Object.fromEntries(labels.map((label) => [label, 1]));
  expect(facetOptions(getFacet('model'), counts).map(({ label }) => label)).toEqual([
    ...['citroen c3', 'Citroën C4', 'Citron', 'cx-5', 'CX-30', 'I20', 'i30'],
  ]);
});

it('SRCH-05 two stored values under one label are one line with both counts', () => {
  const [hatch] = facetOptions(getFacet('body'), { hatch: 3, hatchback: 4, suv: 5 }, ['hatchback']);
  expect(hatch).toEqual({ label: 'Hatchback', values: ['hatch', 'hatchback'], count: 7, isChosen: true });
  expect(equivalentValues(getFacet('body'), 'stationWagon')).toEqual(['wagon', 'stationWagon']);
  expect(equivalentValues(getFacet('make'), 'Toyota')).toEqual(['Toyota']);
});

it('SRCH-05 a chosen value without vehicles stays, so that it can be taken away', () => {
  expect(facetOptions(getFacet('make'), {}, ['Saab'])).toEqual([
    { label: 'Saab', values: ['Saab'], count: 0, isChosen: true },
  ]);
});

it('SRCH-05 lines are found by a part of their label, whatever its case', () => {
  const options = facetOptions(getFacet('make'), { 'Mercedes-Benz': 3, Citroën: 2, Ford: 1 });
  const found = (text: string) => filterOptions(options, text).map(({ label }) => label);
  expect(found('BENZ')).toEqual(['Mercedes-Benz']);
  expect(found(' cit')).toEqual(['Citroën']);
  expect(found('')).toHaveLength(3);
  expect(found('zz')).toEqual([]);
});

it('LOC-275 with a place, locations come nearest first, each with its distance; others after them', () => {
  const counts = { Ipswich: 90, Nowhere: 50, Springwood: 3 };
  const shown = (name: 'location_name' | 'city') =>
    facetOptions(byNearness(getFacet(name), { Springwood: 1, Ipswich: 38 }), counts).map(({ label, km }) => [
      label,
      km,
    ]);
  expect(shown('location_name')).toEqual([
    ['Springwood', 1],
    ['Ipswich', 38],
    ['Nowhere', undefined],
  ]);
  expect(shown('city').map(([label]) => label)).toEqual(['Ipswich', 'Nowhere', 'Springwood']);
});

it('SRCH-16 of the certified facet certified vehicles alone are offered, where the dealer says so', () => {
  const certified = getFacet('certified');
  const options = facetOptions(certified, { true: 3, false: 9 });
  const labels = (certifiedOnly: boolean) =>
    offeredOptions(certified, options, { certifiedOnly }).map(({ label }) => label);
  expect(labels(true)).toEqual(['Certified']);
  expect(labels(false)).toHaveLength(2);
  const make = getFacet('make');
  const makes = facetOptions(make, { false: 1, Ford: 2 });
  expect(offeredOptions(make, makes, { certifiedOnly: true })).toBe(makes);
});
