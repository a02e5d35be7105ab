import { hasTexts } from './stored-list.ts';

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
const REQUIRED = ['id', 'name', 'slug'] as const;

export const isFavourite = (value: unknown): value is Favourite =>
  hasTexts(value, KEYS) && REQUIRED.every((key) => value[key] !== '');

/** Reads the car from a card; only the picture may be missing. */
export function toFavourite(value: unknown): Favourite | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const car = { ...value, primary_image_url: Reflect.get(value, 'primary_image_url') ?? '' };
  if (!isFavourite(car)) return undefined;
  const { id, name, slug, make, model, primary_image_url } = car;
  return { id, name, slug, make, model, primary_image_url };
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
