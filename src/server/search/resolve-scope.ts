import type { DealerConfig } from '#src/config/dealer-config.ts';
import { slugOf } from '#src/config/sections/slug.ts';
import { calendarYear } from '#src/domain/calendar-year.ts';
import { ofMake } from '#src/domain/content/brand-groups.ts';
import { namedMakes } from '#src/domain/content/named-makes.ts';
import { stockedNames } from '#src/domain/location/directory.ts';
import { wasShown } from '#src/domain/search/is-shown.ts';
import { fixedScope, type SearchScope } from '#src/domain/search/search-scope.ts';
import { slugAfterYear } from '#src/domain/vehicle/vehicle-slug.ts';
import { findVehiclesBySlugStart } from '#src/providers/database/vehicles.ts';
import { stockedModel } from '#src/routing/page-paths.ts';
import type { Services } from '../services.ts';

const withSlug = (values: Iterable<string>, slug: string) =>
  [...new Set(values)].filter((value) => slugOf(value) === slug);

const lettersOf = (slug: string) => slug.replaceAll('-', '');

/** A model in every spelling: a feed writes CX-5, a dealer file CX5. */
const withLetters = (models: Iterable<string>, slug: string) =>
  [...new Set(models)].filter((model) => lettersOf(slugOf(model)) === lettersOf(slug));

/** Sold and removed cars redirect to the search of their model, which stays a page even without stock. */
async function formerLists(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
  make: string,
  model: string | undefined,
): Promise<SearchScope['lists'] | undefined> {
  const year = calendarYear(clock.now(), dealer.timeZone);
  const words = model === undefined ? [make] : [make, model];
  const cars = (await findVehiclesBySlugStart(db, dealer.slug, slugAfterYear(words))).filter(
    (car) =>
      slugOf(car.make) === make &&
      (model === undefined || slugOf(car.model) === model) &&
      wasShown(car, dealer, year),
  );
  if (cars.length === 0) return undefined;
  const makes = [...new Set(cars.map((car) => car.make))];
  return model === undefined
    ? { make: makes }
    : { make: makes, model: [...new Set(cars.map((car) => car.model))] };
}

/**
 * What the path after /search means, in the order of NAV-14: fixed words, a make, a dealership, a location.
 * @param words path segments, lower case as written
 * @returns undefined for an unknown address: a real 404
 * @throws SearchUnavailable
 */
export async function resolveScope(
  services: Pick<Services, 'vocabulary' | 'db' | 'clock'>,
  dealer: DealerConfig,
  words: readonly string[],
): Promise<SearchScope | undefined> {
  const [first = '', second, ...more] = words;
  if (more.length > 0) return undefined;
  const path = `/search/${words.join('/')}`;
  if (second === undefined) {
    const fixed = fixedScope(first);
    if (fixed) return fixed;
  }
  const stocked = Object.keys(await services.vocabulary.makes(dealer));
  const makes = withSlug([...stocked, ...namedMakes(dealer)], first);
  const [make] = makes;
  if (make !== undefined && second === undefined) return { path, lists: { make: makes } };
  if (make !== undefined && second !== undefined) {
    const named = ofMake(dealer.models, make).map(stockedModel);
    const models = withLetters(
      [...Object.keys(await services.vocabulary.models(dealer, make)), ...named],
      second,
    );
    if (models.length > 0) return { path, lists: { make: makes, model: models } };
  }
  const former = await formerLists(services, dealer, first, second);
  if (former) return { path, lists: former };
  if (second !== undefined) return undefined;
  const dealership = dealer.dealerships.find(({ slug }) => slug === first);
  if (dealership) return { path, lists: { dealership_name: [dealership.name] } };
  const location = dealer.locations.find(({ slug, visible }) => visible && slug === first);
  return location ? { path, lists: { location_name: stockedNames(location, dealer.locations) } } : undefined;
}
