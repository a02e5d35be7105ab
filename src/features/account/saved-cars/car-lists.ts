import { hasTexts } from '#src/platform/text/untrusted-values.ts';

/** FAV-01: the stored data of a saved car. `primary_image_url` is a URL, empty for a car without pictures. */
export type Favourite = {
  id: string;
  name: string;
  slug: string;
  make: string;
  model: string;
  primary_image_url: string;
};

/** Far below the browser's storage quota. */
export const MAX_FAVOURITES = 100;

const KEYS = ['id', 'name', 'slug', 'make', 'model', 'primary_image_url'] as const;

export const isFavourite = (value: unknown): value is Favourite =>
  hasTexts(value, KEYS) && Boolean(value.id && value.name && value.slug);

/** Serialises a car for a heart, one line per field. Smaller than JSON: a results page has 21 hearts. */
export const writeFavourite = (car: Favourite): string =>
  KEYS.map((key) => car[key].replace(/\s/g, ' ')).join('\n');

/**
 * Parses the output of `writeFavourite`.
 * @returns undefined if a field is missing or invalid
 */
export function readFavourite(text = ''): Favourite | undefined {
  const lines = text.split('\n');
  const car = Object.fromEntries(KEYS.map((key, at) => [key, lines[at]]));
  return isFavourite(car) ? car : undefined;
}

/** Ids have changed over time; a car saved before that is identified by its slug. */
const isSame = (a: SavedAs, b: SavedAs) => a.id === b.id || a.slug === b.slug;
type SavedAs = Pick<Favourite, 'id' | 'slug'>;

export const isSaved = (list: readonly SavedAs[], car: SavedAs) => list.some((each) => isSame(each, car));

export const withoutCar = (list: readonly Favourite[], car: SavedAs): Favourite[] =>
  list.filter((each) => !isSame(each, car));

/** Adds the car to the front, or removes it if present. The 101st replaces the oldest. */
export const toggled = (list: readonly Favourite[], car: Favourite): Favourite[] =>
  isSaved(list, car) ? withoutCar(list, car) : [car, ...list].slice(0, MAX_FAVOURITES);

/** FAV-01. */
export const MAX_COMPARED = 4;

/** Unique slugs, up to the maximum; `isMore` if others were dropped. */
export function comparedSlugs(texts: readonly string[]): { slugs: string[]; isMore: boolean } {
  const slugs = [...new Set(texts.flatMap((text) => text.split(',')).map((text) => text.trim()))].filter(
    Boolean,
  );
  return { slugs: slugs.slice(0, MAX_COMPARED), isMore: slugs.length > MAX_COMPARED };
}

/** VDP-22: the limit per browser and per request. */
export const MAX_VIEWED_CARS = 20;
