import type { Location } from '#src/config/sections/locations.ts';
import type { Brand, ModelPage } from '#src/config/sections/showroom.ts';
import { makeOfBrand } from './brand-groups.ts';

type Named = {
  locations: readonly Pick<Location, 'manufacturers'>[];
  brands: readonly Brand[];
  models: readonly Pick<ModelPage, 'make'>[];
  manufacturer?: string | undefined;
};

/** Makes that the dealer's own pages link to; each stays a page of the search after its last car is sold. */
export const namedMakes = ({ locations, brands, models, manufacturer }: Named): string[] => [
  ...locations.flatMap(({ manufacturers }) => manufacturers),
  ...brands.filter(({ certified, make }) => !certified || make !== undefined).map(makeOfBrand),
  ...models.map(({ make }) => make),
  ...(manufacturer === undefined ? [] : [manufacturer]),
];
