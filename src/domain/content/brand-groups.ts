import { BRAND_KINDS, type Brand } from '#src/config/sections/showroom.ts';
import { slugOf } from '#src/config/sections/slug.ts';

const HEADINGS: Readonly<Record<Brand['kind'], string>> = {
  car: 'Car',
  motorcycle: 'Motorcycle',
  truck: 'Truck',
  own: 'Our Brands',
};

/** CONT-01: headings of /brands in their order, those without a brand left out. */
export const brandGroups = (brands: readonly Brand[]): { heading: string; brands: Brand[] }[] =>
  BRAND_KINDS.map((kind) => ({
    heading: HEADINGS[kind],
    brands: brands.filter((brand) => brand.kind === kind),
  })).filter((group) => group.brands.length > 0);

/** The make a brand's stock is listed under. */
export const makeOfBrand = ({ make, title }: Pick<Brand, 'make' | 'title'>): string => make ?? title;

/** CONT-13: a brand's own words about the service of its make. */
export const brandServiceText = (brands: readonly Brand[], make: string): string | undefined =>
  brands.find((brand) => brand.service !== undefined && slugOf(makeOfBrand(brand)) === slugOf(make))?.service;

/** The items of one make, in any spelling. */
export const ofMake = <T extends { make?: string | undefined }>(things: readonly T[], make: string): T[] =>
  things.filter((thing) => thing.make !== undefined && slugOf(thing.make) === slugOf(make));
