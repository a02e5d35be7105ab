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

/** More than a shopper compares, and far below the browser's storage quota. */
export const MAX_FAVOURITES = 100;

const KEYS = ['id', 'name', 'slug', 'make', 'model', 'primary_image_url'] as const;

export const isFavourite = (value: unknown): value is Favourite =>
  hasTexts(value, KEYS) && Boolean(value.id && value.name && value.slug);

/** How a heart carries its car: a line for each field, in this order. JSON is heavier, and a page of results has 21. */
export const writeFavourite = (car: Favourite): string =>
  KEYS.map((key) => car[key].replace(/\s/g, ' ')).join('\n');

/** Reads what `writeFavourite` wrote, in its order. @returns undefined if a field is missing or too long */
export function readFavourite(text = ''): Favourite | undefined {
  const lines = text.split('\n');
  const car = Object.fromEntries(KEYS.map((key, at) => [key, lines[at]]));
  return isFavourite(car) ? car : undefined;
}

/** Ids have changed; a car saved before is identified by its slug. */
const isSame = (a: SavedAs, b: SavedAs) => a.id === b.id || a.slug === b.slug;
type SavedAs = Pick<Favourite, 'id' | 'slug'>;

export const isSaved = (list: readonly SavedAs[], car: SavedAs) => list.some((each) => isSame(each, car));

export const withoutCar = (list: readonly Favourite[], car: SavedAs): Favourite[] =>
  list.filter((each) => !isSame(each, car));

/** Adds the car at the front, or removes it if it is in the list. The 101st replaces the oldest. */
export const toggled = (list: readonly Favourite[], car: Favourite): Favourite[] =>
  isSaved(list, car) ? withoutCar(list, car) : [car, ...list].slice(0, MAX_FAVOURITES);

/** FAV-01: the most vehicles side by side. */
export const MOST_COMPARED = 4;

/** Each once, at most four; `isMore` if others were left out. */
export function comparedSlugs(texts: readonly string[]): { slugs: string[]; isMore: boolean } {
  const slugs = [...new Set(texts.flatMap((text) => text.split(',')).map((text) => text.trim()))].filter(
    Boolean,
  );
  return { slugs: slugs.slice(0, MOST_COMPARED), isMore: slugs.length > MOST_COMPARED };
}

/** VDP-22: the most a browser stores, and the most it requests together. */
export const MOST_VIEWED_CARS = 20;
