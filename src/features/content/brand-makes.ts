import type { Location } from '#src/config/sections/business/locations-section.ts';
import { BRAND_KINDS, type Brand, type ModelPage } from '#src/config/sections/content/showroom-section.ts';
import { slugOf } from '#src/config/sections/slug.ts';

const HEADINGS: Readonly<Record<Brand['kind'], string>> = {
  car: 'Car',
  motorcycle: 'Motorcycle',
  truck: 'Truck',
  own: 'Our Brands',
};

/** CONT-01: headings of /brands in order, without empty ones. */
export const brandGroups = (brands: readonly Brand[]): { heading: string; brands: Brand[] }[] =>
  BRAND_KINDS.map((kind) => ({
    heading: HEADINGS[kind],
    brands: brands.filter((brand) => brand.kind === kind),
  })).filter((group) => group.brands.length > 0);

/** The make under which a brand's stock is listed. */
export const makeOfBrand = ({ make, title }: Pick<Brand, 'make' | 'title'>): string => make ?? title;

/** CONT-13: a brand's text about servicing its make. */
export const brandServiceText = (brands: readonly Brand[], make: string): string | undefined =>
  brands.find((brand) => brand.service !== undefined && slugOf(makeOfBrand(brand)) === slugOf(make))?.service;

/** Items of a make, ignoring spelling differences. */
export const ofMake = <T extends { make?: string | undefined }>(things: readonly T[], make: string): T[] =>
  things.filter((thing) => thing.make !== undefined && slugOf(thing.make) === slugOf(make));

type Logo = NonNullable<Brand['logo']>;

type Logos = {
  brands: readonly Brand[];
  websites: readonly { make: string; logo?: Logo | undefined }[];
};

/** CFG-20: the logo of a make, from its brand or a website of the make; undefined if there is none. */
export function logoOfMake({ brands, websites }: Logos, make: string): Logo | undefined {
  const isIt = (name: string) => slugOf(name) === slugOf(make);
  const brand = brands.find((each) => each.logo && !each.certified && isIt(makeOfBrand(each)));
  return brand?.logo ?? websites.find((each) => each.logo && isIt(each.make))?.logo;
}

type Named = {
  locations: readonly Pick<Location, 'manufacturers'>[];
  brands: readonly Brand[];
  models: readonly Pick<ModelPage, 'make'>[];
  manufacturer?: string | undefined;
};

/** Makes that the dealer's pages link to; each has a search page even without stock. */
export const namedMakes = ({ locations, brands, models, manufacturer }: Named): string[] => [
  ...locations.flatMap(({ manufacturers }) => manufacturers),
  ...brands.filter(({ certified, make }) => !certified || make !== undefined).map(makeOfBrand),
  ...models.map(({ make }) => make),
  ...(manufacturer === undefined ? [] : [manufacturer]),
];
