import { expect, it } from 'vitest';
import type { Brand } from '#src/config/sections/content/showroom-section.ts';
import { brandGroups, makeOfBrand, ofMake } from './brand-makes.ts';

const brand = (title: string, kind: Brand['kind']): Brand => ({
  title,
  slug: title.toLowerCase(),
  kind,
  description: [],
  certified: false,
  skipPage: false,
});

it('CONT-01 brands are listed under Car, Motorcycle, Truck and Our Brands, in this order', () => {
  const brands = [
    brand('Ours', 'own'),
    brand('Fuso', 'truck'),
    brand('BSA', 'motorcycle'),
    brand('Kia', 'car'),
  ];
  expect(brandGroups(brands).map(({ heading, brands: [first] }) => [heading, first?.title])).toEqual([
    ['Car', 'Kia'],
    ['Motorcycle', 'BSA'],
    ['Truck', 'Fuso'],
    ['Our Brands', 'Ours'],
  ]);
});

it('CONT-01 a heading without a brand is left out', () => {
  expect(brandGroups([brand('Fuso', 'truck')]).map(({ heading }) => heading)).toEqual(['Truck']);
});

it('CONT-13 a brand’s stock is listed under its make, else under its title', () => {
  expect(makeOfBrand({ title: 'Isuzu Trucks', make: 'Isuzu' })).toBe('Isuzu');
  expect(makeOfBrand({ title: 'Kia' })).toBe('Kia');
});

it('CONT-07 models belong to a make in any spelling', () => {
  const models = [{ make: 'ISUZU UTE' }, { make: 'Isuzu Ute' }, { make: 'Isuzu' }, {}];
  expect(ofMake(models, 'isuzu-ute')).toEqual([{ make: 'ISUZU UTE' }, { make: 'Isuzu Ute' }]);
});
