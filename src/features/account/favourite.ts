import { hasTexts } from './stored-list.ts';

/** FAV-01: what a saved car is remembered by. `primary_image_url` is a URL, empty for a car without pictures. */
export type Favourite = {
  id: string;
  name: string;
  slug: string;
  make: string;
  model: string;
  primary_image_url: string;
};

/** More than a shopper compares; keeps the stored text far below the browser's quota. */
export const MAX_FAVOURITES = 100;

const KEYS = ['id', 'name', 'slug', 'make', 'model', 'primary_image_url'] as const;
const REQUIRED = ['id', 'name', 'slug'] as const;

export const isFavourite = (value: unknown): value is Favourite =>
  hasTexts(value, KEYS) && REQUIRED.every((key) => value[key] !== '');

/** Reads what a card says of its car; a picture may be missing, anything else may not. */
export function toFavourite(value: unknown): Favourite | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const car = { ...value, primary_image_url: Reflect.get(value, 'primary_image_url') ?? '' };
  if (!isFavourite(car)) return undefined;
  const { id, name, slug, make, model, primary_image_url } = car;
  return { id, name, slug, make, model, primary_image_url };
}

/** Ids were others once; a car that was saved then is known by its slug. */
const isSame = (a: SavedAs, b: SavedAs) => a.id === b.id || a.slug === b.slug;
type SavedAs = Pick<Favourite, 'id' | 'slug'>;

export const isSaved = (list: readonly SavedAs[], car: SavedAs) => list.some((each) => isSame(each, car));

/** Adds the car in front, or takes it out where it is in the list. The oldest gives way to the 101st. */
export const toggled = (list: readonly Favourite[], car: Favourite): Favourite[] =>
  isSaved(list, car) ? list.filter((each) => !isSame(each, car)) : [car, ...list].slice(0, MAX_FAVOURITES);
