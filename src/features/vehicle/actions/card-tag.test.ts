import * as v from 'valibot';
import { expect, it } from 'vitest';
import { CopySchema } from '#src/config/sections/content/copy-section.ts';
import { CardSchema } from '#src/config/sections/stock/vehicle-page-section.ts';
import { cardTag, certification, hasCertifiedBadge, isTestDriveOnly, pageTags } from './card-tag.ts';

const NOW = Date.parse('2026-07-10T00:00:00Z');
const daysAgo = (days: number) => NOW / 1000 - days * 86_400;
const config = v.parse(CardSchema, {
  electricTag: true,
  certifiedLogoMake: 'Lexus',
  greenTags: ['runout sale'],
});
const WORDS = v.parse(CopySchema, {});
const plain = {
  status: 'in_stock',
  car_type: 'used',
  make: 'Toyota',
  fuel: 'Petrol',
  tag: null,
  certified: false,
  reserved: false,
  created_at_timestamp: daysAgo(30),
};
const everything = {
  ...plain,
  make: 'Lexus',
  fuel: 'Hybrid',
  tag: 'Runout Sale',
  certified: true,
  reserved: true,
  created_at_timestamp: daysAgo(1),
};
const tagOf = (car: Partial<typeof everything>, settings = config) =>
  cardTag({ ...plain, ...car }, settings, NOW, WORDS);

it('CARD-03 the first applicable tag is shown, in the given order', () => {
  const order: (string | undefined)[] = [];
  let car: Parameters<typeof cardTag>[0] = { ...everything, status: 'sold' };
  const next = (change: Partial<typeof car>) => {
    order.push(cardTag(car, config, NOW, WORDS)?.kind);
    car = { ...car, ...change };
  };
  next({ status: 'coming_soon' });
  next({ fuel: 'Petrol' });
  next({ reserved: false });
  next({ certified: false });
  next({ tag: null });
  next({ status: 'in_stock' });
  next({ created_at_timestamp: daysAgo(9) });
  next({});
  expect(order).toEqual([
    'sold',
    'electric',
    'reserved',
    'certified',
    'custom',
    'coming-soon',
    'new-arrival',
    undefined,
  ]);
});

it('CARD-08 JUST SOLD precedes every other tag', () => {
  expect(cardTag({ ...everything, status: 'sold' }, config, NOW, WORDS)?.text).toBe('JUST SOLD');
});

it('CARD-03 the electric tag shows only where it is on', () => {
  expect(tagOf({ fuel: 'Electric' })?.text).toBe('Electric');
  expect(tagOf({ fuel: 'Electric' }, { ...config, electricTag: false })).toBeUndefined();
});

it('CARD-03 a new arrival is at most N days old and worded by the dealer', () => {
  expect(tagOf({ created_at_timestamp: daysAgo(8) })?.text).toBe('New');
  expect(tagOf({ created_at_timestamp: daysAgo(8.1) })).toBeUndefined();
  const yard = { ...config, newArrivalDays: 2, newArrivalText: 'Just landed' };
  expect(tagOf({ created_at_timestamp: daysAgo(1) }, yard)?.text).toBe('Just landed');
  expect(tagOf({ created_at_timestamp: daysAgo(3) }, yard)).toBeUndefined();
});

it('CARD-03 a newly arrived used or demo car need not be called new', () => {
  const worded = { ...config, newArrivalTextUsed: 'Just in' };
  const justIn = { created_at_timestamp: daysAgo(1) };
  for (const car_type of ['used', 'demo'])
    expect(tagOf({ ...justIn, car_type }, worded)?.text).toBe('Just in');
  expect(tagOf({ ...justIn, car_type: 'new' }, worded)?.text).toBe('New');
  expect(tagOf(justIn)?.text).toBe('New');
});

it('CARD-03 runout sale is green where configured, other custom tags are red', () => {
  expect(tagOf({ tag: 'RUNOUT SALE' })?.tone).toBe('good');
  expect(tagOf({ tag: 'RUNOUT SALE' }, { ...config, greenTags: [] })?.tone).toBe('alarm');
  expect(tagOf({ tag: 'Manager special' })?.tone).toBe('alarm');
});

it('CARD-08 the certified logo needs the brand, used and certified', () => {
  const lexus = { make: 'Lexus', certified: true };
  expect(tagOf(lexus)?.kind).toBe('certified');
  expect(tagOf({ ...lexus, make: 'LEXUS' })?.kind).toBe('certified');
  expect(tagOf({ ...lexus, car_type: 'demo' })).toBeUndefined();
  expect(tagOf({ ...lexus, certified: false })).toBeUndefined();
  expect(tagOf({ ...lexus, make: 'Toyota' })).toBeUndefined();
});

it('CARD-07 CARD-08 the page of a vehicle has the tag, or else the badge', () => {
  const makes = { certifiedLogoMake: 'Lexus', certifiedBadgeMake: 'Lexus' };
  const lexus = { make: 'Lexus', car_type: 'used', certified: true };
  expect(certification(lexus, makes)).toBe('Certified Pre-Owned');
  expect(certification({ ...lexus, certified: false }, makes)).toBe('Certified');
  expect(certification({ ...lexus, car_type: 'demo' }, makes)).toBeNull();
  expect(certification(lexus, {})).toBeNull();
});

it('CARD-07 the certified badge needs make and used alone', () => {
  const badge = { certifiedBadgeMake: 'Mercedes Benz' };
  expect(hasCertifiedBadge({ ...plain, make: 'Mercedes Benz' }, badge)).toBe(true);
  expect(hasCertifiedBadge({ ...plain, make: 'Mercedes-Benz' }, badge)).toBe(true);
  expect(hasCertifiedBadge({ ...plain, make: 'MERCEDES-BENZ' }, badge)).toBe(true);
  expect(hasCertifiedBadge({ ...plain, make: 'Mercedes-AMG' }, badge)).toBe(false);
  expect(hasCertifiedBadge({ ...plain, make: 'Mercedes Benz', car_type: 'new' }, badge)).toBe(false);
  expect(hasCertifiedBadge({ ...plain, make: 'Mercedes Benz' }, {})).toBe(false);
});

it('CARD-03 CARD-05 the page of a vehicle shows that it is coming soon, and the dealer’s tag', () => {
  const words = { comingSoon: 'On the water' };
  expect(pageTags({ status: 'coming_soon', tag: 'Runout Sale' }, words)).toEqual([
    { text: 'On the water', isOfStatus: true },
    { text: 'Runout Sale', isOfStatus: false },
  ]);
  expect(pageTags({ status: 'in_stock', tag: 'Test Drive Only' }, words)).toEqual([
    { text: 'Test Drive Only', isOfStatus: false },
  ]);
  expect(pageTags({ status: 'in_stock' }, words)).toEqual([]);
});

it('CARD-05 Test Drive Only is recognised in any spelling', () => {
  expect(isTestDriveOnly({ tag: 'TEST drive only ' })).toBe(true);
  expect(isTestDriveOnly({ tag: null })).toBe(false);
});
