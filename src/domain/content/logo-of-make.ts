import type { Brand } from '#src/config/sections/showroom.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { makeOfBrand } from './brand-groups.ts';

type Logo = NonNullable<Brand['logo']>;

type Logos = {
  brands: readonly Brand[];
  websites: readonly { make: string; logo?: Logo | undefined }[];
};

/** CFG-20: the logo a dealer gives for a make: of its brand, else of a website of the make; undefined for none. */
export function logoOfMake({ brands, websites }: Logos, make: string): Logo | undefined {
  const isIt = (name: string) => slugOf(name) === slugOf(make);
  const brand = brands.find((each) => each.logo && !each.certified && isIt(makeOfBrand(each)));
  return brand?.logo ?? websites.find((each) => each.logo && isIt(each.make))?.logo;
}
